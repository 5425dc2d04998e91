package io.streakboard.leaderboard.seasons;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.points.PointsSums;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The seasons, newest first, with the figures of their boards. */
@RestController
@ForAnyCaller
class SeasonController {

    private static final Duration FRESH = Duration.ofSeconds(2);

    record SeasonOverview(
            long id, String name, Instant startsAt, Instant endsAt, State state, long learners, long points) {}

    /** @param nextReset when the current season ends and its board begins anew */
    record SeasonsPage(List<SeasonOverview> items, int page, int size, int total, Instant nextReset) {}

    private final Seasons seasons;
    private final LoadingCache<Long, TotalsSum> sums;

    SeasonController(Seasons seasons, PointsSums kept) {
        this.seasons = seasons;
        this.sums = Caffeine.newBuilder().expireAfterWrite(FRESH).build(kept::of);
    }

    /**
     * The seasons, newest first. Each has its numbers of learners and points; until it is settled, they may be two
     * seconds old.
     */
    @ApiResponse(responseCode = "200", description = "A page", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "304", description = "Not modified since the `ETag`")
    @GetMapping("/api/seasons")
    ResponseEntity<SeasonsPage> seasons(
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var all = seasons.newestFirst();
        var items = all.stream()
                .skip((page - 1L) * size)
                .limit(size)
                .map(this::item)
                .toList();
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(FRESH).cachePrivate())
                .body(new SeasonsPage(
                        items, page, size, all.size(), seasons.current().endsAt()));
    }

    private SeasonOverview item(Season season) {
        var sum = sum(season);
        return new SeasonOverview(
                season.id(),
                season.name(),
                season.startsAt(),
                season.endsAt(),
                season.state(),
                sum.learners(),
                sum.points());
    }

    /** The verified figures of a settled season; for others the ledger's figures, at most two seconds old. */
    private TotalsSum sum(Season season) {
        if (season.learners() != null && season.points() != null) {
            return new TotalsSum(season.learners(), season.points());
        }
        return season.state() == State.UPCOMING ? new TotalsSum(0, 0) : sums.get(season.id());
    }
}
