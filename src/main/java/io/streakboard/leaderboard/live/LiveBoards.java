package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Where editions are found in Redis, and in what: only here it counts whether an edition has buckets. */
@Component
public class LiveBoards {

    private final StringRedisTemplate redis;
    private final Clock clock;
    private final SortedSets sets;
    private final DividedEditions divided;

    /** @param clock by which editions expire */
    LiveBoards(StringRedisTemplate redis, Clock clock, SortedSets sets, DividedEditions divided) {
        this.redis = redis;
        this.clock = clock;
        this.sets = sets;
        this.divided = divided;
    }

    public LiveStore of(Edition edition) {
        return isDivided(edition) ? divided.of(edition) : sets.of(edition);
    }

    /** An edition without buckets, which can be sealed. */
    public LiveEdition sortedSet(Edition edition) {
        return sets.of(edition);
    }

    public Ranking ranking(Edition edition) {
        return isDivided(edition) ? divided.ranking(edition) : sets.ranking(edition);
    }

    public LivePages pages(Edition edition) {
        return isDivided(edition) ? divided.pages(edition) : sets.pages(edition);
    }

    private static boolean isDivided(Edition edition) {
        return !edition.buckets().isEmpty();
    }

    /**
     * Notes how an edition is kept from now on. What another rule of its board has kept gets no more scores. So it is
     * not complete any more either, in case that rule comes back.
     *
     * <pre>
     * SET streakboard:board:{board:7}:marks "streakboard:board:{board:7}:v2-…:complete"   or the mark of each bucket
     * </pre>
     */
    public void note(Edition edition) {
        var key = new BoardKeys(edition).marks();
        var marks = marks(edition);
        var noted = redis.opsForValue().get(key);
        if (noted != null) {
            Stream.of(noted.split(" ")).filter(mark -> !marks.contains(mark)).forEach(redis::delete);
        }
        var now = String.join(" ", marks);
        if (!now.equals(noted)) {
            redis.opsForValue().set(key, now);
        }
        if (edition.expiresAt() != null) {
            redis.expire(key, Duration.between(clock.instant(), edition.expiresAt()));
        }
    }

    /** The marks of completeness. */
    private List<String> marks(Edition edition) {
        return (isDivided(edition) ? divided.parts(edition) : List.of(edition))
                .stream().map(each -> new BoardKeys(each).complete()).toList();
    }
}
