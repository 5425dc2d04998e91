package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
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
                .filter(season -> !boards.edition(season).buckets().isEmpty())
                .flatMap(season -> boards.live(season).sizes().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }
}
