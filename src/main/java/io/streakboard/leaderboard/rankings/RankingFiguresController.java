package io.streakboard.leaderboard.rankings;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Range;
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
import java.util.Optional;
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

    record MemberScore(
            String member,
            long score,
            @Nullable Long rank,
            @Nullable Instant reachedAt,
            @Nullable @JsonRawValue String extra) {}

    record ScoreAtPercent(
            BigDecimal percent,
            @Nullable Long score,
            @Nullable Long rank) {}

    record ScoresAtPercents(List<ScoreAtPercent> items) {}

    /** Both ends count. */
    record ScoreStep(long from, long to, long members) {}

    record Distribution(List<ScoreStep> items) {}

    record MemberCount(long members) {}

    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    private final Rankings rankings;
    private final Veil veil;

    RankingFiguresController(Rankings rankings, Veil veil) {
        this.rankings = rankings;
        this.veil = veil;
    }

    /**
     * Score and rank of a member, {@code me} for the learner who calls. A member who is unknown or not shown has score 0 and
     * no rank.
     */
    @ForAnyCaller(reveals = true)
    @GetMapping("/api/boards/{board}/scores/{member}")
    MemberScore score(
            CurrentCaller caller, @PathVariable String board, @PathVariable String member, RankingQuery query) {
        var found = rankings.find(board, query);
        var one = found.member(member, caller);
        var unknown = new MemberScore(one, 0, null, null, null);
        if (veil.covers(found, one, found.own(caller, List.of(one)))) {
            return unknown;
        }
        return Optional.ofNullable(found.ranking().of(one))
                .map(entry -> new MemberScore(one, entry.score(), entry.rank(), entry.knownTime(), entry.extra()))
                .or(() -> found.scores()
                        .apply(one)
                        .filter(score -> score.reachedAt() != null)
                        .map(score -> new MemberScore(one, score.score(), null, score.reachedAt(), score.extra())))
                .orElse(unknown);
    }

    /** The scores at the top percents. For each percent, the last score within it, with its rank. */
    @GetMapping("/api/boards/{board}/percentiles")
    ScoresAtPercents percentiles(
            @PathVariable String board,
            RankingQuery query,
            @RequestParam @NotEmpty @Size(max = 100)
                    List<@NotNull @DecimalMin("0.001") @DecimalMax("100") @Digits(integer = 3, fraction = 3) BigDecimal>
                            percent) {
        return new ScoresAtPercents(rankings.find(board, query).ranking().percentiles(percent).stream()
                .map(share -> new ScoreAtPercent(share.percent(), share.score(), share.rank()))
                .toList());
    }

    /** The distribution of scores. Counts members in equal steps from the least to the greatest score. */
    @GetMapping("/api/boards/{board}/distribution")
    Distribution distribution(
            @PathVariable String board,
            RankingQuery query,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int steps) {
        var ranking = rankings.find(board, query).ranking();
        var ranges = ranges(ranking, steps);
        var members = ranges.isEmpty() ? List.<Long>of() : ranking.counts(ranges);
        return new Distribution(IntStream.range(0, ranges.size())
                .mapToObj(i -> new ScoreStep(ranges.get(i).min(), ranges.get(i).max(), members.get(i)))
                .toList());
    }

    private static List<Range> ranges(Ranking ranking, int steps) {
        var best = ranking.page(0, 1, null).entries();
        var worst = ranking.percentiles(List.of(ALL)).getFirst().score();
        if (best.isEmpty() || worst == null) {
            return List.of();
        }
        long least = Math.min(best.getFirst().score(), worst);
        long greatest = Math.max(best.getFirst().score(), worst);
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
        var ranking = rankings.find(board, query).ranking();
        if (max != null && max < min) {
            throw Problem.invalid("max", "must not be less than min", "min", Map.of("value", min));
        }
        return new MemberCount(ranking.count(min, max == null ? Long.MAX_VALUE : max));
    }
}
