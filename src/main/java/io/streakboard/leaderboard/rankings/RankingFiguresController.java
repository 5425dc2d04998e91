package io.streakboard.leaderboard.rankings;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking.Range;
import io.streakboard.leaderboard.board.Ranking.ScoreAtPercent;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Single figures of boards. */
@RestController
@ForAnyCaller
@Refuses({"not-found", "season-not-found"})
class RankingFiguresController {

    /**
     * @param rank null if the member is not ranked, and while ranks may be wrong
     * @param degraded whether the rank, and the score of an unknown member, may be missing for the moment
     */
    record MemberScore(
            String member,
            long score,
            @Nullable Long rank,
            @Nullable Instant reachedAt,
            @Nullable @JsonRawValue String extra,
            boolean degraded) {

        private static MemberScore ranked(String member, Entry entry, boolean degraded) {
            return new MemberScore(member, entry.score(), entry.rank(), entry.knownTime(), entry.extra(), degraded);
        }

        private static MemberScore stored(String member, Score score, boolean degraded) {
            return new MemberScore(member, score.score(), null, score.knownTime(), score.extra(), degraded);
        }
    }

    /** @param degraded whether members may be missing for the moment */
    record ScoresAtPercents(List<ScoreAtPercent> items, boolean degraded) {}

    /** Both ends are included. */
    record ScoreStep(long from, long to, long members) {}

    /** @param degraded whether members may be missing for the moment */
    record Distribution(List<ScoreStep> items, boolean degraded) {}

    /** @param degraded whether members may be missing for the moment */
    record MemberCount(long members, boolean degraded) {}

    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    private final Rankings rankings;
    private final VisibilityFilter filter;
    private final MemberKeys keys;

    RankingFiguresController(Rankings rankings, VisibilityFilter filter, MemberKeys keys) {
        this.keys = keys;
        this.rankings = rankings;
        this.filter = filter;
    }

    /**
     * Score and rank of a member, {@code me} for the learner who calls. A member who is unknown or not shown has score
     * 0 and no rank. While the ranking is being rebuilt, the score comes without a rank.
     */
    @ForAnyCaller(reveals = true)
    @GetMapping("/api/boards/{board}/scores/{member}")
    MemberScore score(
            CurrentCaller caller, @PathVariable String board, @PathVariable String member, RankingQuery query) {
        var found = rankings.find(board, query);
        var one = found.member(member, caller, keys);
        var asked = filter.lookedUp(found, one, found.own(caller, List.of(one)));
        var page = found.ranking().amongNotCompared(List.of(asked), null);
        boolean lacking = page.degraded() || found.filling();
        boolean degraded = found.degraded(page.degraded());
        var shown = keys.shown(found.board(), one);
        return page.entries().stream()
                .filter(entry -> !lacking)
                .findFirst()
                .map(entry -> MemberScore.ranked(shown, entry, degraded))
                .or(() -> found.stored(asked).map(score -> MemberScore.stored(shown, score, degraded)))
                .orElseGet(() -> new MemberScore(shown, 0, null, null, null, degraded || Outage.ofMySql()));
    }

    /** The scores at the top percents. For each percent, the last score within it, with its rank. */
    @GetMapping("/api/boards/{board}/percentiles")
    ScoresAtPercents percentiles(
            @PathVariable String board,
            RankingQuery query,
            @RequestParam @NotEmpty @Size(max = 100)
                    List<@NotNull @DecimalMin("0.001") @DecimalMax("100") @Digits(integer = 3, fraction = 3) BigDecimal>
                            percent) {
        var found = rankings.find(board, query);
        var scores = found.ranking().percentiles(percent);
        return new ScoresAtPercents(scores.values(), found.degraded(scores.degraded()));
    }

    /** The distribution of scores. Counts members in equal steps from the least to the greatest score. */
    @GetMapping("/api/boards/{board}/distribution")
    Distribution distribution(
            @PathVariable String board,
            RankingQuery query,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int steps) {
        var found = rankings.find(board, query);
        var ranking = found.ranking();
        var best = ranking.page(0, 1, null);
        var worst = ranking.percentiles(List.of(ALL)).values().getFirst().score();
        if (best.entries().isEmpty() || worst == null) {
            return new Distribution(List.of(), found.degraded(best.degraded()));
        }
        var ranges = ranges(best.entries().getFirst().score(), worst, steps);
        var members = ranking.counts(ranges);
        return new Distribution(
                IntStream.range(0, ranges.size())
                        .mapToObj(i -> new ScoreStep(
                                ranges.get(i).min(),
                                ranges.get(i).max(),
                                members.values().get(i)))
                        .toList(),
                found.degraded(best.degraded() || members.degraded()));
    }

    private static List<Range> ranges(long best, long worst, int steps) {
        long least = Math.min(best, worst);
        long greatest = Math.max(best, worst);
        long width = Math.ceilDiv(greatest - least + 1, steps);
        return LongStream.iterate(least, from -> from <= greatest, from -> from + width)
                .mapToObj(from -> new Range(from, Math.min(from + width - 1, greatest)))
                .toList();
    }

    /** Counts the members with a score in a range. The range includes both ends. */
    @GetMapping("/api/boards/{board}/count")
    MemberCount count(
            @PathVariable String board,
            RankingQuery query,
            @RequestParam(defaultValue = "0") @Min(0) long min,
            @Nullable @RequestParam(required = false) Long max) {
        var found = rankings.find(board, query);
        var ranking = found.ranking();
        if (max != null && max < min) {
            throw Problem.invalid("max", "must not be less than min", "min", Map.of("value", min));
        }
        var counted = ranking.counts(List.of(new Range(min, max == null ? Long.MAX_VALUE : max)));
        return new MemberCount(counted.values().getFirst(), found.degraded(counted.degraded()));
    }
}
