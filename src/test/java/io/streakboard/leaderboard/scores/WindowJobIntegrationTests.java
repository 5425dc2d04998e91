package io.streakboard.leaderboard.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.support.IntegrationTest;
import io.streakboard.web.Problem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Midnights of a board that slides over three days. */
@IntegrationTest
class WindowJobIntegrationTests {

    private static final LocalDate MONDAY = LocalDate.parse("2032-03-01");
    private static final LocalDate TUESDAY = MONDAY.plusDays(1);
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private final BoardRule board = TestBoards.sliding(TestBoards.partitioned(Operator.SUM), 3, Duration.ofDays(1));
    private final List<ScoresChanged> committed = new ArrayList<>();
    private final ApplicationContext application;
    private final Clock clock;
    private final SlidingInstance instance;
    private final JdbcClient jdbc;
    private Instant now = at(MONDAY, 9);
    private int sent;

    WindowJobIntegrationTests(ApplicationContext application, JdbcClient jdbc) {
        this.jdbc = jdbc;
        this.application = application;
        InstantSource moved = () -> now;
        this.clock = moved.withZone(ZoneOffset.UTC);
        this.instance = new SlidingInstance(application, board, clock, ZONE, committed);
    }

    @AfterEach
    void close() {
        instance.close();
    }

    @Test
    void midnightChangesNothingButWhichWindowIsCurrent() {
        send("ada", 10, at(MONDAY.minusDays(2), 9));
        send("bob", 8, at(MONDAY, 8));
        now = at(MONDAY, 13);
        instance.sliding.build(board);
        send("bob", 1, now);

        now = instance.before(TUESDAY, Duration.ofMillis(1));
        assertThat(shown(MONDAY)).isEqualTo(Map.of("ada", 10L, "bob", 9L));
        now = instance.before(TUESDAY, Duration.ZERO);

        assertThat(instance.live(instance.edition(TUESDAY, null)).complete()).isTrue();
        assertThat(shown(TUESDAY)).isEqualTo(Map.of("bob", 9L));
        assertThat(shown(MONDAY)).as("yesterday").isEqualTo(Map.of("ada", 10L, "bob", 9L));
        send("ada", 5, at(MONDAY, 23));
        assertThat(shown(TUESDAY)).isEqualTo(Map.of("ada", 5L, "bob", 9L));
        assertThat(shown(MONDAY)).isEqualTo(Map.of("ada", 15L, "bob", 9L));
    }

    @Test
    void allWindowsShowTheSameExtraSoThatARebuildChangesNothing() {
        sendWith("{\"song\":1}", now);
        now = at(TUESDAY, 9);
        sendWith("{\"song\":2}", now);
        var monday = instance.edition(MONDAY, null);
        assertThat(instance.ranking(monday).of("ada")).extracting(Entry::extra).isEqualTo("{\"song\":2}");

        instance.repair.rebuild(instance.repair.source(monday));

        assertThat(instance.ranking(monday).of("ada")).extracting(Entry::extra).isEqualTo("{\"song\":2}");
    }

    private void sendWith(String extra, Instant at) {
        var window = instance.window(at.atZone(ZONE).toLocalDate());
        instance.take(TestBoards.submission(board, window, "ada", "p", 10, "extra-" + ++sent, at, extra));
        instance.deliverAll(new Random(sent));
    }

    @Test
    void tomorrowHasScoresThatArriveDuringItsBuild() {
        send("ada", 10, now);
        now = at(TUESDAY, 13);
        var windows = instance.editions.slide(board);
        var wednesday = windows.stream()
                .filter(window -> window.partition() == null)
                .reduce((one, other) -> other)
                .orElseThrow();

        instance.live(wednesday).rebuild(false, List.of(), to -> {
            send("bob", 7, now);
            instance.scores.forEach(wednesday, to);
            send("ada", 1, now);
        });

        assertThat(wednesday.period().key()).isEqualTo("2032-03-03");
        assertThat(shown(TUESDAY.plusDays(1))).isEqualTo(Map.of("ada", 11L, "bob", 7L));
        assertThat(instance.repair.drift(instance.repair.source(wednesday)).none())
                .isTrue();
    }

    @Test
    void afterAnOutageTodaysWindowIsIncompleteUntilItIsBuilt() {
        send("ada", 10, now);
        now = at(MONDAY.plusDays(2), 1);

        assertThat(page(MONDAY.plusDays(2)).degraded()).isTrue();
        send("bob", 5, now);
        assertThat(instance.sliding.build(board)).isTrue();

        assertThat(page(MONDAY.plusDays(2)).degraded()).isFalse();
        assertThat(shown(MONDAY.plusDays(2))).isEqualTo(Map.of("ada", 10L, "bob", 5L));
        assertThat(shown(TUESDAY)).isEqualTo(Map.of("ada", 10L));
    }

    @Test
    void aScoreCountsOnceUntilNoWindowThatHoldsItIsKept() {
        var first = instance.submission("ada", "p", 10, "m-1", now);
        assertThat(instance.take(first).outcome()).isEqualTo(ScoreOutcome.APPLIED);

        now = instance.before(MONDAY.plusDays(4), Duration.ofMillis(1));
        var again = instance.take(first);
        assertThat(again.outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
        assertThat(again.period()).isEqualTo("2032-03-01");
        assertThat(again.score()).isEqualTo(10);
        var late = instance.take(instance.submission("ada", "p", 1, "m-2", at(MONDAY, 9)));
        assertThat(late.outcome()).isEqualTo(ScoreOutcome.APPLIED);
        assertThat(late.period()).isEqualTo("2032-03-03");
        assertThat(late.score()).isEqualTo(11);

        now = instance.before(MONDAY.plusDays(4), Duration.ZERO);
        assertThat(instance.take(instance.submission("ada", "p", 1, "m-3", at(MONDAY, 9)))
                        .outcome())
                .isEqualTo(ScoreOutcome.LATE);
    }

    @Test
    void daysInNoWindowAreRemovedInBatches() {
        for (int i = 0; i < 20; i++) {
            send("member-" + i, 1, now);
        }
        var series = instance.edition(MONDAY, "p").scores();
        now = at(MONDAY.plusDays(8), 13);
        send("late", 1, now);
        instance.sliding.build(board);

        instance.sliding.removeBefore(board, instance.editions.due(board));
        assertThat(count("board_score_log WHERE edition_id = " + series)).isEqualTo(1);
        assertThat(count("board_score WHERE edition_id = " + series)).isEqualTo(21);
        now = at(MONDAY.plusDays(9), 13);
        instance.sliding.removeBefore(board, instance.editions.due(board));

        assertThat(count("board_score WHERE edition_id = " + series)).isEqualTo(1);
    }

    /** Else a partition that came once would get a window each day for ever, and a thousand of them a thousand. */
    @Test
    void aPartitionWithoutScoresIsRemovedAndMayComeAgain() {
        send("ada", 10, now);
        var series = instance.edition(MONDAY, "p").scores();
        var other = instance.submission("bob", "other", 1, "other", at(MONDAY.plusDays(8), 10));
        now = at(MONDAY.plusDays(8), 13);
        instance.take(other);
        instance.sliding.build(board);
        instance.sliding.removeBefore(board, instance.editions.due(board));
        var window = instance.edition(MONDAY.plusDays(8), "p");
        assertThat(instance.live(window).complete()).isTrue();
        assertThat(instance.editions.partitions(board)).containsExactly("other", "p");

        now = at(MONDAY.plusDays(9), 13);
        instance.sliding.build(board);
        instance.sliding.removeBefore(board, instance.editions.due(board));

        assertThat(count("board_edition WHERE id = " + series + " OR series_id = " + series))
                .isZero();
        assertThat(instance.editions.partitions(board)).containsExactly("other");
        assertThat(instance.live(window).complete()).isFalse();
        assertThat(shown(MONDAY.plusDays(9))).isEqualTo(Map.of("bob", 1L));

        send("ada", 4, at(MONDAY.plusDays(8), 20));
        for (int day = 8; day <= 9; day++) {
            assertThat(members(instance.ranking(instance.edition(MONDAY.plusDays(day), "p"))))
                    .isEqualTo(Map.of("ada", 4L));
        }
    }

    /** Its message must not count again. */
    @Test
    void aPartitionWhoseScoreAnAdminRemovedStaysWhileItsMessagesAreKnown() {
        var sent = instance.submission("ada", "p", 10, "m-1", now);
        instance.take(sent);
        instance.moderation.remove(instance.edition(MONDAY, "p"), "ada");

        instance.sliding.removeBefore(board, instance.editions.due(board));

        assertThat(instance.take(sent).outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
        assertThat(instance.editions.partitions(board)).containsExactly("p");
    }

    @Test
    void anOldBestScoreIsKeptAsLongAsAnyDayCounts() {
        var month = TestBoards.sliding(TestBoards.partitioned(Operator.BEST), 31, Duration.ofDays(1));
        try (var sliding = new SlidingInstance(application, month, clock, ZONE, committed)) {
            sliding.take(sliding.submission("ada", "p", 100, "m-1", now));
            now = at(MONDAY.plusDays(30), 9);
            sliding.take(sliding.submission("ada", "p", 5, "m-2", now));
            var today = MONDAY.plusDays(37);
            now = at(today, 13);
            sliding.sliding.build(month);

            sliding.sliding.removeBefore(month, sliding.editions.due(month));
            sliding.repair.rebuild(sliding.repair.source(sliding.edition(today, null)));

            assertThat(members(sliding.ranking(sliding.edition(today, null)))).isEqualTo(Map.of("ada", 5L));
        }
    }

    @Test
    void aResetBeginsWithTodayAndTheOldWindowStaysReadable() {
        send("ada", 10, now);
        var old = instance.edition(MONDAY, null);

        instance.moderation.reset(old);
        send("bob", 3, now);

        assertThat(shown(MONDAY)).isEqualTo(Map.of("bob", 3L));
        assertThat(shown(TUESDAY)).isEqualTo(Map.of("bob", 3L));
        assertThat(members(instance.ranking(instance.editions
                        .find(board, instance.window(MONDAY), null, 1)
                        .orElseThrow())))
                .isEqualTo(Map.of("ada", 10L));
        now = at(TUESDAY, 9);
        assertThatThrownBy(() -> instance.moderation.reset(instance.edition(MONDAY, null)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("period");
    }

    private void send(String member, long delta, Instant at) {
        var result = instance.take(instance.submission(member, "p", delta, "m-" + ++sent, at));
        assertThat(result.outcome()).isEqualTo(ScoreOutcome.APPLIED);
        instance.deliverAll(new Random(sent));
    }

    private Ranking.Page page(LocalDate window) {
        return instance.ranking(instance.edition(window, null)).page(0, 100, null);
    }

    private Map<String, Long> shown(LocalDate window) {
        return members(instance.ranking(instance.edition(window, null)));
    }

    private static Map<String, Long> members(Ranking ranking) {
        return ranking.page(0, 100, null).entries().stream().collect(Collectors.toMap(Entry::member, Entry::score));
    }

    private long count(String from) {
        return jdbc.sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
    }

    private static Instant at(LocalDate day, int hour) {
        return day.atTime(hour, 0).atZone(ZONE).toInstant();
    }
}
