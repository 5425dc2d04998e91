package io.streakboard.leaderboard.fed;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.FillTable;
import io.streakboard.leaderboard.editions.FillTable.Fill;
import io.streakboard.points.PaidEntries;
import io.streakboard.points.PaidEntries.WalkPosition;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.List;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fills new boards that are fed by the ledger with the awards of their running period, beside the awards that arrive.
 * Each page of entries is a transaction, and then the position is stored: after a crash another instance goes on there,
 * and a page that comes twice counts once.
 *
 * <p>An entry that is committed before the walk comes by is found in the ledger. One that is committed later is told by
 * its event, to an instance that knows the board: so the walk begins once all instances do.
 */
@Component
class FillJob {

    private static final Logger log = LoggerFactory.getLogger(FillJob.class);
    private static final RateLimitedLogger failures = new RateLimitedLogger(log);

    /** Longer than instances take to learn of a new board. */
    static final Duration NOTICE = Duration.ofSeconds(10);

    private static final int PAGE = 500;

    /** Then other boards have their turn. */
    private static final int PAGES = 100;

    private final LedgerFeed feed;
    private final FillTable fills;
    private final FillStart starts;
    private final PaidEntries entries;
    private final BusinessTime time;
    private final JsonMapper json;

    /** The rules of boards without a fed one and without fills; null if there is one, or it is not known. */
    private volatile @Nullable List<BoardRule> withoutFed;

    FillJob(
            LedgerFeed feed,
            FillTable fills,
            FillStart starts,
            PaidEntries entries,
            BusinessTime time,
            JsonMapper json) {
        this.feed = feed;
        this.fills = fills;
        this.starts = starts;
        this.entries = entries;
        this.time = time;
        this.json = json;
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "fill-boards")
    void run() {
        LockAssert.assertLocked();
        fillDue();
    }

    /**
     * Reads one row for each fed board, and writes only where something is to be filled. Without fed boards it does
     * nothing, once their fills are forgotten, until the rules of boards change.
     */
    void fillDue() {
        var rules = feed.rules();
        if (rules != withoutFed) {
            var boards = feed.boards();
            var known = fills.all();
            known.stream().filter(fill -> !isFed(fill.board(), boards)).forEach(fills::forget);
            boards.stream()
                    .filter(board -> known.stream().noneMatch(fill -> fill.completes(board)))
                    .forEach(this::fillOrLog);
            withoutFed = boards.isEmpty() ? rules : null;
        }
    }

    private static boolean isFed(String name, List<BoardRule> boards) {
        return boards.stream().anyMatch(board -> board.name().equals(name));
    }

    private void fillOrLog(BoardRule board) {
        try {
            fill(board, PAGES, PAGE);
        } catch (RuntimeException failure) {
            failures.failure("The board " + board.name() + " is not filled yet, and will be", failure);
        }
    }

    /** Goes on with a fill that is due, for some pages of some entries. */
    void fill(BoardRule board, int pages, int size) {
        var now = time.now();
        var known = fills.find(board);
        if (known.isEmpty()) {
            fills.begin(board, starts.of(board), now);
        } else if (!known.get().done() && !now.isBefore(known.get().begunAt().plus(NOTICE))) {
            walk(board, known.get(), pages, size);
        }
    }

    private void walk(BoardRule board, Fill fill, int pages, int size) {
        var from = starts.within(board, fill);
        var position = position(fill);
        for (int i = 0; i < pages; i++) {
            var page = entries.page(from, position, size);
            feed.take(
                    List.of(board),
                    page.entries().stream()
                            .filter(entry -> from == null || !entry.occurredAt().isBefore(from))
                            .toList());
            position = page.next();
            if (position == null) {
                fills.end(fill, time.now());
                log.info("The board {} was filled from the ledger, with the awards since {}", board.name(), from);
                return;
            }
            fills.move(fill, json.writeValueAsString(position));
        }
    }

    private @Nullable WalkPosition position(Fill fill) {
        return fill.position() == null ? null : json.readValue(fill.position(), WalkPosition.class);
    }
}
