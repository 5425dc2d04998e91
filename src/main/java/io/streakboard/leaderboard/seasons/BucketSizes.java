package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** How large the buckets of the points board are: bounds are fixed, so nothing keeps one from growing. */
@Component
class BucketSizes {

    /** Members of the largest bucket in seasons that are not settled; 0 if the board has no buckets. */
    static final String LARGEST = "streakboard.board.bucket.largest";

    private final SeasonBoards boards;
    private final Seasons seasons;

    BucketSizes(SeasonBoards boards, Seasons seasons, MeterRegistry metrics) {
        this.boards = boards;
        this.seasons = seasons;
        metrics.gauge(LARGEST, this, BucketSizes::largest);
    }

    private long largest() {
        return seasons.newestFirst().stream()
                .filter(season -> season.state() != State.SETTLED)
                .map(this::sizes)
                .flatMap(Collection::stream)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    private List<Long> sizes(Season season) {
        return boards.edition(season).buckets().isEmpty()
                ? List.of()
                : boards.live(season).sizes();
    }

    /** Names the buckets of a season that have more members than some number, with their bounds. */
    List<String> above(Season season, long most) {
        var bounds = boards.edition(season).buckets();
        var sizes = sizes(season);
        return IntStream.range(0, sizes.size())
                .filter(bucket -> sizes.get(bucket) > most)
                .mapToObj(bucket -> "bucket %d (%s) has %d members"
                        .formatted(
                                bucket,
                                bucket < bounds.size()
                                        ? "points up to " + bounds.get(bucket)
                                        : "points above " + bounds.getLast(),
                                sizes.get(bucket)))
                .toList();
    }
}
