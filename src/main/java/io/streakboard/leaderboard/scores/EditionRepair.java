package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.StoredEdition;

import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.Comparison;
import io.streakboard.leaderboard.live.LiveBoards;
import org.springframework.stereotype.Service;

/** Compares an edition in Redis with MySQL, and builds it anew. */
@Service
public class EditionRepair {

    private final LiveBoards live;
    private final ScoreTable scores;

    EditionRepair(LiveBoards live, ScoreTable scores) {
        this.live = live;
        this.scores = scores;
    }

    /** Builds the edition anew from MySQL, beside the one that is shown, and returns how many members it has. */
    public long rebuild(StoredEdition edition) {
        try (var rebuild = live.of(edition.edition()).rebuild()) {
            scores.forEach(edition.id(), rebuild::add);
            return rebuild.finish();
        }
    }

    /** Compares the edition with the scores in MySQL. Scores under way show as differences. */
    public BoardDrift drift(StoredEdition edition) {
        var comparison = new Comparison(live.of(edition.edition()));
        scores.forEach(edition.id(), comparison::add);
        return comparison.finish();
    }
}
