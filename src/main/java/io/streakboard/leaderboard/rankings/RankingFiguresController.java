package io.streakboard.leaderboard.rankings;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.leaderboard.seasons.PointsBoard;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Which boards there are, and single figures of them. */
@RestController
@ForAnyCaller
class RankingFiguresController {

    /** @param resetsAt null without period */
    record ListedBoard(
            String board,
            String title,
            String period,
            boolean partitioned,
            String ranks,
            String order,
            String current,
            @Nullable Instant resetsAt) {}

    record BoardList(List<ListedBoard> items) {}

    record MemberScore(
            String member,
            long score,
            @Nullable Long rank,
            @Nullable Instant reachedAt,
            @Nullable @JsonRawValue String extra) {}

    record ScoreAtPercent(
            int percent, @Nullable Long score, @Nullable Long rank) {}

    record ScoresAtPercents(List<ScoreAtPercent> items) {}

    record MemberCount(long members) {}

    private final BoardRules rules;
    private final Cycles cycles;
    private final Rankings rankings;

    RankingFiguresController(BoardRules rules, Cycles cycles, Rankings rankings) {
        this.rules = rules;
        this.cycles = cycles;
        this.rankings = rankings;
    }

    /** The boards. With the current period of each, and when it ends. */
    @ApiResponse(responseCode = "200", description = "The boards", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "304", description = "They are as the `ETag` says")
    @GetMapping("/api/boards")
    ResponseEntity<BoardList> boards() {
        var boards = Stream.concat(Stream.of(points()), rules.all().stream().map(this::overview));
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noCache().cachePrivate())
                .body(new BoardList(boards.toList()));
    }

    private ListedBoard points() {
        return overview(
                PointsBoard.NAME,
                PointsBoard.TITLE,
                Cycle.SEASON,
                false,
                RankStyle.UNIQUE,
                Order.DESCENDING,
                cycles.currentSeason());
    }

    private ListedBoard overview(BoardRule rule) {
        return overview(
                rule.name(),
                rule.title(),
                rule.cycle(),
                rule.partitioned(),
                rule.ranks(),
                rule.order(),
                cycles.current(rule));
    }

    private static ListedBoard overview(
            String name, String title, Cycle cycle, boolean partitioned, RankStyle ranks, Order order, Period current) {
        return new ListedBoard(
                name,
                title,
                Settings.text(cycle),
                partitioned,
                Settings.text(ranks),
                Settings.text(order),
                current.key(),
                current.endsAt());
    }

    /** Score and rank of a member. Score 0 and no rank if the member is not known. */
    @Refuses({"not-found", "season-not-found"})
    @GetMapping("/api/boards/{board}/scores/{member}")
    MemberScore score(@PathVariable String board, @PathVariable String member, @ParameterObject RankingQuery query) {
        var found = rankings.find(board, query);
        found.checkMember("member", member);
        return Optional.ofNullable(found.ranking().of(member))
                .map(entry -> new MemberScore(member, entry.score(), entry.rank(), entry.reachedAt(), entry.extra()))
                .or(() -> found.scores()
                        .apply(member)
                        .filter(score -> score.reachedAt() != null)
                        .map(score -> new MemberScore(member, score.score(), null, score.reachedAt(), score.extra())))
                .orElseGet(() -> new MemberScore(member, 0, null, null, null));
    }

    /** The scores that the best percents have. What it takes to be among them, each with its rank. */
    @Refuses({"not-found", "season-not-found"})
    @GetMapping("/api/boards/{board}/percentiles")
    ScoresAtPercents percentiles(
            @PathVariable String board,
            @ParameterObject RankingQuery query,
            @RequestParam @NotEmpty @Size(max = 100) List<@NotNull @Min(1) @Max(100) Integer> percent) {
        return new ScoresAtPercents(rankings.find(board, query).ranking().percentiles(percent).stream()
                .map(share -> new ScoreAtPercent(share.percent(), share.score(), share.rank()))
                .toList());
    }

    /** How many members have a score in a range. Both ends count. */
    @Refuses({"not-found", "season-not-found"})
    @GetMapping("/api/boards/{board}/count")
    MemberCount count(
            @PathVariable String board,
            @ParameterObject RankingQuery query,
            @RequestParam(defaultValue = "0") @Min(0) long min,
            @Nullable @RequestParam(required = false) Long max) {
        var found = rankings.find(board, query);
        long most = max == null ? found.greatest() : Math.min(max, found.greatest());
        if (max != null && max < min) {
            throw Problem.invalid("max", "must not be less than min", "min", Map.of("value", min));
        }
        return new MemberCount(min > most ? 0 : found.ranking().count(min, most));
    }
}
