package io.streakboard.leaderboard;

import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SeasonController {

    private static final Duration FRESH = Duration.ofSeconds(2);

    record Item(long id, String name, Instant startsAt, Instant endsAt, State state, long learners, long points) {}

    /** @param nextReset when the current season ends and its board begins anew */
    record Items(List<Item> items, int page, int size, int total, Instant nextReset) {}

    private record Known(Sum sum, long at) {

        boolean fresh() {
            return System.nanoTime() - at < FRESH.toNanos();
        }
    }

    private final Seasons seasons;
    private final PointsTotals totals;
    private final Map<Long, Known> sums = new ConcurrentHashMap<>();

    SeasonController(Seasons seasons, PointsTotals totals) {
        this.seasons = seasons;
        this.totals = totals;
    }

    @GetMapping("/api/seasons")
    Items seasons(
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var all = seasons.newestFirst();
        var items = all.stream()
                .skip((page - 1L) * size)
                .limit(size)
                .map(this::item)
                .toList();
        return new Items(items, page, size, all.size(), seasons.current().endsAt());
    }

    private Item item(Season season) {
        var sum = sum(season);
        return new Item(
                season.id(),
                season.name(),
                season.startsAt(),
                season.endsAt(),
                season.state(),
                sum.learners(),
                sum.points());
    }

    /** Proven figures of a settled season; of others what the ledger holds, at most two seconds old. */
    private Sum sum(Season season) {
        if (season.learners() != null && season.points() != null) {
            sums.remove(season.id());
            return new Sum(season.learners(), season.points());
        }
        if (season.state() == State.UPCOMING) {
            return new Sum(0, 0);
        }
        return sums.compute(
                        season.id(),
                        (id, known) ->
                                known != null && known.fresh() ? known : new Known(totals.sum(id), System.nanoTime()))
                .sum();
    }
}
