package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.Comparison;
import io.streakboard.leaderboard.live.LiveRanking;
import java.time.Clock;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

/** Compares an edition in Redis with MySQL, and builds it anew. */
@Service
public class EditionRepair {

    private final StringRedisTemplate redis;
    private final ScoreTable scores;
    private final Clock clock;

    EditionRepair(StringRedisTemplate redis, ScoreTable scores, Clock clock) {
        this.redis = redis;
        this.scores = scores;
        this.clock = clock;
    }

    /** The edition in Redis. */
    public LiveRanking live(StoredEdition edition) {
        return new LiveRanking(redis, edition.edition(), clock);
    }

    /** Builds the edition anew from MySQL, beside the one that is shown, and returns how many members it has. */
    public long rebuild(StoredEdition edition) {
        try (var rebuild = live(edition).rebuild()) {
            scores.forEach(edition.id(), rebuild::add);
            return rebuild.finish();
        }
    }

    /** Compares the edition with the scores in MySQL. Scores under way show as differences. */
    public BoardDrift drift(StoredEdition edition) {
        var comparison = new Comparison(live(edition));
        scores.forEach(edition.id(), comparison::add);
        return comparison.finish();
    }
}
