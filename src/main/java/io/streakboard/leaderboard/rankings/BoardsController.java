package io.streakboard.leaderboard.rankings;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.ForAnyCaller;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.LiveBoards.Size;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.web.CallerLanguage;
import io.streakboard.web.OfferedPrizes;
import io.streakboard.web.OfferedPrizes.OfferedPrize;
import io.streakboard.web.Refuses;
import io.streakboard.web.Text;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists the boards and their rankings. */
@RestController
@ForAnyCaller
class BoardsController {

    /**
     * @param resetsAt null without period
     * @param startsAt the board takes scores from then on; null if it always has
     * @param endsAt it takes scores until then; null if it never ends
     * @param prizes what its final rankings pay, and seasons on the points board, from the first rank down
     */
    record ListedBoard(
            String board,
            String title,
            String period,
            boolean partitioned,
            String ranks,
            String order,
            String current,
            @Nullable Instant resetsAt,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            List<OfferedPrize> prizes) {}

    record BoardList(List<ListedBoard> items) {}

    /** @param degraded whether members may be missing for the moment */
    record ListedPeriod(
            String period,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            long members,
            boolean degraded) {}

    /**
     * @param periods newest first, a hundred at most
     * @param degraded whether members of any period may be missing for the moment
     */
    record BoardEditions(List<ListedPeriod> periods, List<String> partitions, boolean degraded) {}

    private final BoardRules rules;
    private final Cycles cycles;
    private final Rankings rankings;
    private final LiveBoards live;
    private final OfferedPrizes prizes;

    BoardsController(BoardRules rules, Cycles cycles, Rankings rankings, LiveBoards live, OfferedPrizes prizes) {
        this.prizes = prizes;
        this.live = live;
        this.rules = rules;
        this.cycles = cycles;
        this.rankings = rankings;
    }

    /** The boards. Each has its current period and the end of it. */
    @ApiResponse(responseCode = "200", description = "The boards", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "304", description = "Not modified since the `ETag`")
    @GetMapping("/api/boards")
    ResponseEntity<BoardList> boards() {
        var boards = Stream.concat(Stream.of(rules.points()), rules.all().stream());
        return ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE)
                .cacheControl(CacheControl.noCache().cachePrivate())
                .body(new BoardList(boards.map(this::overview).toList()));
    }

    private ListedBoard overview(BoardRule rule) {
        var current = cycles.current(rule);
        return new ListedBoard(
                rule.name(),
                CallerLanguage.of(rule.title()),
                Settings.text(rule.cycle()),
                rule.partitioned(),
                Settings.text(rule.ranks()),
                Settings.text(rule.order()),
                current.key(),
                rule.cycle() == Cycle.NONE ? null : current.endsAt(),
                rule.startsAt(),
                rule.endsAt(),
                prizes.of(rule.name()));
    }

    /** The rankings of a board. Lists its periods with their numbers of members, newest first, and its partitions. */
    @Refuses("not-found")
    @GetMapping("/api/boards/{board}/editions")
    BoardEditions editions(@PathVariable String board, @Nullable @RequestParam(required = false) String partition) {
        var all = rankings.all(board, Text.filled(partition));
        var sizes = live.sizes(all.stream()
                .flatMap(found -> Stream.ofNullable(found.edition()))
                .toList());
        var periods = all.stream()
                .map(found -> listed(found.period(), size(found, sizes)))
                .toList();
        return new BoardEditions(
                periods, rankings.partitions(board), periods.stream().anyMatch(ListedPeriod::degraded));
    }

    /** The size of a final ranking is known without a query. */
    private static Size size(NamedRanking found, Map<Edition, Size> live) {
        return found.edition() == null
                ? new Size(found.ranking().page(0, 0, null).total(), true)
                : live(found, requireNonNull(live.get(found.edition())));
    }

    private static Size live(NamedRanking found, Size size) {
        return new Size(size.ranked(), size.complete() && !found.filling());
    }

    private static ListedPeriod listed(Period period, Size size) {
        return new ListedPeriod(period.key(), period.startsAt(), period.endsAt(), size.ranked(), !size.complete());
    }
}
