package io.streakboard.leaderboard.editions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.editions.NewEditions.Wanted;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.periods.WindowPeriods;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class WindowsIntegrationTests {

    private static final Instant MORNING = Instant.parse("2033-05-03T09:00:00Z");
    private static final Instant AFTERNOON = Instant.parse("2033-05-04T15:00:00Z");

    private final JdbcClient jdbc;
    private final BoardRegistry boards;
    private final LiveBoards live;
    private final Cycles cycles;
    private final TransactionTemplate transactions;

    WindowsIntegrationTests(
            JdbcClient jdbc, BoardRegistry boards, LiveBoards live, TransactionTemplate transactions, Cycles cycles) {
        this.cycles = cycles;
        this.jdbc = jdbc;
        this.boards = boards;
        this.live = live;
        this.transactions = transactions;
    }

    /** Otherwise the reset scores would be shown again tomorrow. */
    @Test
    void aConcurrentlyResetEditionGetsNoWindowForTomorrow() {
        var board = TestBoards.sliding(TestBoards.of(Operator.SUM), 3, Duration.ofDays(1));
        var morning = editions(board, MORNING, new EditionTable(jdbc, Rules.TIEBREAKERS));
        var wanted = new Wanted(board, StoredEdition.ALL_DAYS, null);
        var old = requireNonNull(morning.open(null, List.of(wanted)).taking().get(wanted));
        var resetting = editions(board, AFTERNOON, new EditionTable(jdbc, Rules.TIEBREAKERS));
        var slow = editions(board, AFTERNOON, new EditionTable(jdbc, Rules.TIEBREAKERS) {

            @Override
            List<EditionRow> ofPeriod(String name, String period) {
                var read = super.ofPeriod(name, period);
                transactions.executeWithoutResult(status -> {
                    boards.lock(name);
                    resetting.replace(List.of(old), old, AFTERNOON);
                });
                return read;
            }
        });

        slow.slide(board);

        var tomorrow = resetting.find(board, tomorrow(board), null).orElseThrow();
        assertThat(tomorrow.series()).isNotNull().isNotEqualTo(old.id());
        assertThat(tomorrow.version()).isEqualTo(1);
    }

    @Test
    void anInstanceWhoseClockIsBehindTheOldestWindowMakesNone() {
        var board = TestBoards.sliding(TestBoards.of(Operator.SUM), 3, Duration.ofDays(1));
        var table = new EditionTable(jdbc, Rules.TIEBREAKERS);
        var wanted = new Wanted(board, StoredEdition.ALL_DAYS, null);
        var series = requireNonNull(editions(board, AFTERNOON, table)
                .open(null, List.of(wanted))
                .taking()
                .get(wanted));
        var windows = new WindowTable(jdbc, table);
        var made = windows.of(series.id());

        editions(board, AFTERNOON.minus(Duration.ofDays(9)), table).slide(board);

        assertThat(windows.of(series.id())).isNotEmpty().isEqualTo(made);
    }

    private static Period tomorrow(BoardRule board) {
        var time = time(AFTERNOON);
        return new WindowPeriods(time, board).ending(time.today().plusDays(1));
    }

    private Editions editions(BoardRule board, Instant now, EditionTable table) {
        var rules = new StaticListableBeanFactory();
        rules.addBean("boardRules", new BoardRules(List.of(board)));
        var windowTable = new WindowTable(jdbc, table);
        var windows = new Windows(table, windowTable, boards, transactions, time(now));
        return new Editions(
                table,
                windowTable,
                boards,
                rules.getBeanProvider(BoardRules.class),
                windows,
                new NewEditions(table, windows, live, new RetriedTransactions(transactions), time(now), cycles));
    }

    private static BusinessTime time(Instant now) {
        return new BusinessTime(Clock.fixed(now, ZoneOffset.UTC), ZoneOffset.UTC);
    }
}
