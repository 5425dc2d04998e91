package io.streakboard.leaderboard.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.EditionsReplaced;
import io.streakboard.leaderboard.finals.FinalRankings;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.Moderation;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.ViolationCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class ScoreServiceIntegrationTests {

    private final ScoreService service;
    private final ScoreBatchWriter writer;
    private final Editions editions;
    private final EditionRepair repair;
    private final ScoreTable scores;
    private final JdbcClient jdbc;
    private final DataSource dataSource;
    private final FinalRankings finalRankings;
    private final Moderation moderation;
    private final Instant now;

    ScoreServiceIntegrationTests(
            ScoreService service,
            ScoreBatchWriter writer,
            Editions editions,
            EditionRepair repair,
            ScoreTable scores,
            JdbcClient jdbc,
            DataSource dataSource,
            FinalRankings finalRankings,
            Moderation moderation,
            BusinessTime time) {
        this.dataSource = dataSource;
        this.finalRankings = finalRankings;
        this.moderation = moderation;
        this.service = service;
        this.writer = writer;
        this.editions = editions;
        this.repair = repair;
        this.scores = scores;
        this.jdbc = jdbc;
        this.now = time.now();
    }

    @Test
    void aScoreIsWrittenWithItsLogAndCountsOnce() {
        var board = TestBoards.sum();

        var first = take(send(board, "ada", 5, "m-1"));
        var repeated = take(send(board, "ada", 9, "m-1"));
        var second = take(send(board, "ada", 3, "m-2"));

        assertThat(first.outcome()).isEqualTo(ScoreOutcome.APPLIED);
        assertThat(first.before()).isNull();
        assertThat(first.score()).isEqualTo(5);
        assertThat(first.period()).isEqualTo(today().key());
        assertThat(first.rankBefore()).isNull();
        assertThat(first.rank()).isEqualTo(1);
        assertThat(repeated.outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
        assertThat(repeated.before()).isNull();
        assertThat(repeated.score()).isEqualTo(5);
        assertThat(second.before()).isEqualTo(5);
        assertThat(second.score()).isEqualTo(8);
        assertThat(score(board, null, "ada")).isEqualTo(8);
        assertThat(log(board, "ada")).isEqualTo(2);
    }

    @Test
    void namesAndMessageIdsAreComparedByTheirBytes() {
        var board = TestBoards.sum();

        assertThat(outcomes(
                        List.of(send(board, "ada", 1, "m"), send(board, "Ada", 2, "m"), send(board, "ada", 4, "M"))))
                .containsOnly(ScoreOutcome.APPLIED);
        assertThat(score(board, null, "ada")).isEqualTo(5);
        assertThat(score(board, null, "Ada")).isEqualTo(2);
    }

    @Test
    void aResultHasTheRanksBeforeAndAfter() {
        var board = TestBoards.sum();
        take(send(board, "ada", 5, "m-1"));
        take(send(board, "bob", 3, "m-1"));

        var overtaken = take(send(board, "bob", 3, "m-2"));

        assertThat(overtaken.rankBefore()).isEqualTo(2);
        assertThat(overtaken.rank()).isEqualTo(1);
        assertThat(repair.drift(repair.source(
                                editions.find(board, today(), null).orElseThrow()))
                        .none())
                .isTrue();
    }

    @Test
    void aHotMemberIsOneRowAndAllItsLogEntries() {
        var board = TestBoards.sum();

        var results = service.take(IntStream.range(0, 900)
                .mapToObj(i -> send(board, "teacher", 1, "gift-" + i % 800))
                .toList());

        assertThat(results.subList(0, 800))
                .extracting(SubmissionResult::outcome)
                .containsOnly(ScoreOutcome.APPLIED);
        assertThat(results.subList(800, 900))
                .extracting(SubmissionResult::outcome)
                .containsOnly(ScoreOutcome.DUPLICATE);
        assertThat(results.get(799).before()).isEqualTo(799);
        assertThat(results.get(803).score()).isEqualTo(4);
        assertThat(score(board, null, "teacher")).isEqualTo(800);
        assertThat(log(board, "teacher")).isEqualTo(800);
    }

    @Test
    void aPartitionFeedsTheEditionOverAll() {
        var board = TestBoards.partitioned(Operator.SUM);

        var music = take(send(board, "ada", "music", 5, "m-1", now));
        var art = take(send(board, "ada", "art", 3, "m-2", now));

        assertThat(music.score()).isEqualTo(5);
        assertThat(art.before()).as("of the partition").isNull();
        assertThat(score(board, "music", "ada")).isEqualTo(5);
        assertThat(score(board, null, "ada")).isEqualTo(8);
        assertThat(jdbc.sql("SELECT CONCAT(all_before, ' ', all_after) FROM board_score_log WHERE board = ? AND"
                                + " message_id = 'm-2'")
                        .param(board.name())
                        .query(String.class)
                        .single())
                .isEqualTo("5 8");
    }

    @Test
    void aSumTooHighOverAllIsInvalidAndMayBeSentAgain() {
        var board = TestBoards.partitioned(Operator.SUM);
        take(send(board, "ada", "music", TestBoards.MOST, "m-1", now));

        var refused = take(send(board, "ada", "art", 1, "m-2", now));
        assertThat(refused.outcome()).isEqualTo(ScoreOutcome.INVALID);
        assertThat(refused.detail()).contains("above 1000");
        assertThat(scores.find(editions.find(board, today(), "music").orElseThrow(), "ada"))
                .isPresent();

        take(send(board, "ada", "music", -1, "m-3", now));
        assertThat(take(send(board, "ada", "art", 1, "m-2", now)).outcome()).isEqualTo(ScoreOutcome.APPLIED);
    }

    /**
     * One call waits for a score that is locked, so that two more get into the next group. One of these has a new
     * partition, which another instance is making.
     */
    @Test
    void aCallWithNewPartitionsHoldsUpNoOther() throws Exception {
        var slow = TestBoards.partitioned(Operator.SUM);
        var fast = TestBoards.sum();
        take(send(fast, "locked", 1, "m-1"));
        take(send(fast, "ada", 1, "m-1"));
        take(send(slow, "ada", "known", 1, "m-1", now));
        var edition = editions.find(fast, today(), null).orElseThrow().id();
        try (var calls = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory());
                var score = dataSource.getConnection();
                var another = dataSource.getConnection()) {
            another.setAutoCommit(false);
            execute(another, """
                    INSERT INTO board_edition (board, period_key, partition_key, version, created_at)
                    VALUES ('%s', '%s', 'new', 1, UTC_TIMESTAMP(3))
                    """.formatted(slow.name(), today().key()));
            score.setAutoCommit(false);
            execute(score, "UPDATE board_score SET score = score WHERE member = 'locked' AND edition_id = " + edition);
            var waiting = calls.submit(() -> take(send(fast, "locked", 1, "m-2")));
            await().until(() -> isAwaited("board_score"));
            var making = calls.submit(() -> take(send(slow, "ada", "new", 1, "m-2", now)));
            await().until(() -> isAwaited("board_edition"));
            var other = calls.submit(() -> take(send(fast, "ada", 1, "m-2")));

            score.rollback();

            assertThat(other.get().score()).isEqualTo(2);
            assertThat(waiting.get().score()).isEqualTo(2);
            assertThat(making.isDone()).isFalse();
            finalRankings.seal(List.of(editions.find(slow, today(), "known").orElseThrow()));
            another.rollback();
            assertThat(making.get().outcome()).isEqualTo(ScoreOutcome.APPLIED);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Whether a statement on a table waits for a lock. */
    private boolean isAwaited(String table) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM information_schema.innodb_trx
                         WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE ?
                        """).param("%" + table + " %").query(Integer.class).single() > 0;
    }

    @Test
    void periodsThatHaveEndedGetAThousandPartitionsTogetherInADay() {
        var board = TestBoards.partitioned(Operator.SUM);
        var yesterday = now.minus(Duration.ofDays(1));
        take(send(board, "ada", "known", 1, "m-1", yesterday));
        jdbc.sql("""
                        INSERT INTO board_edition
                            (board, period_key, partition_key, version, starts_at, ends_at, kept_until, created_at)
                        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
                        SELECT ?, CONCAT('hour-', i % 49), CONCAT('p', i), 1, ?, ?, ?, ? FROM n
                        """)
                .params(
                        board.name(),
                        Utc.column(yesterday),
                        Utc.column(yesterday),
                        Utc.column(now.plus(TestBoards.RETENTION)),
                        Utc.column(now))
                .update();

        var results = service.take(
                "service",
                List.of(
                        send(board, "ada", "new", 1, "m-2", yesterday),
                        send(board, "ada", "known", 1, "m-3", yesterday),
                        send(board, "ada", "new", 1, "m-4", now)));

        assertThat(results)
                .extracting(SubmissionResult::outcome)
                .containsExactly(ScoreOutcome.INVALID, ScoreOutcome.APPLIED, ScoreOutcome.APPLIED);
        assertThat(results.getFirst().violation())
                .isEqualTo(ViolationCode.LATE_PARTITIONS_FULL.of("partition", board.name(), 1_000));
        assertThat(take(send(board, "ada", "new", 1, "m-2", yesterday)).outcome())
                .as("of an import")
                .isEqualTo(ScoreOutcome.APPLIED);
    }

    /** A group must not try it again and again with editions that are gone. */
    @Test
    void aCallOnAnEditionThatWasResetMeanwhileIsPlacedAnew() {
        var board = TestBoards.sum();
        take(send(board, "ada", 5, "m-1"));
        var routed = writer.route(null, List.of(send(board, "ada", 3, "m-2")));

        moderation.reset(editions.find(board, today(), null).orElseThrow());

        assertThatThrownBy(() -> writer.write(routed)).isInstanceOf(EditionsReplaced.class);
        assertThat(take(send(board, "ada", 3, "m-2")).score()).isEqualTo(3);
    }

    /** The first call makes more editions than one transaction does. */
    @Test
    void aBoardHasSomeHundredPartitionsInAPeriodAndNotAnyNumber() {
        var board = TestBoards.partitioned(Operator.SUM);
        var first = service.take(IntStream.range(0, 60)
                .mapToObj(i -> send(board, "ada", "p" + i, 1, "m-" + i, now))
                .toList());
        jdbc.sql("""
                        INSERT INTO board_edition (board, period_key, partition_key, version, created_at)
                        WITH RECURSIVE n (i) AS (SELECT 60 UNION ALL SELECT i + 1 FROM n WHERE i < 998)
                        SELECT ?, ?, CONCAT('p', i), 1, ? FROM n
                        """).params(board.name(), today().key(), Utc.column(now)).update();

        var last = service.take(List.of(
                send(board, "ada", "p-last", 1, "m-last", now),
                send(board, "ada", "p-surplus", 1, "m-surplus", now),
                send(board, "ada", "p0", 1, "m-again", now),
                send(board, "ada", "p-other", 1, "m-other", now.minus(Duration.ofDays(1)))));

        assertThat(first).extracting(SubmissionResult::outcome).containsOnly(ScoreOutcome.APPLIED);
        assertThat(last)
                .extracting(SubmissionResult::outcome)
                .containsExactly(
                        ScoreOutcome.APPLIED, ScoreOutcome.INVALID, ScoreOutcome.APPLIED, ScoreOutcome.APPLIED);
        assertThat(last.get(1).violation())
                .isEqualTo(ViolationCode.PARTITIONS_FULL.of("partition", board.name(), 1_000, today().key()));
        assertThat(score(board, null, "ada")).isEqualTo(62);
    }

    @Test
    void whatCountsForAnOldPeriodIsTakenUntilItsRetentionIsOver() {
        var board = TestBoards.sum();
        var end = now.minus(TestBoards.RETENTION).truncatedTo(ChronoUnit.DAYS);

        var kept = take(send(board, "ada", null, 1, "m-1", end));
        var late = take(send(board, "ada", null, 1, "m-2", end.minusMillis(1)));

        assertThat(kept.outcome()).isEqualTo(ScoreOutcome.APPLIED);
        assertThat(kept.period()).isEqualTo(TestBoards.day(end).key());
        assertThat(late.outcome()).isEqualTo(ScoreOutcome.LATE);
        assertThat(late.period()).isEqualTo(TestBoards.day(end.minusMillis(1)).key());
        assertThat(late.detail()).contains("no longer kept");
        assertThat(editions.find(board, TestBoards.day(end.minusMillis(1)), null))
                .isEmpty();
    }

    @Test
    void theSameMessageInAnotherPeriodIsARepeat() {
        var board = TestBoards.sum();
        take(send(board, "ada", null, 5, "m-1", now));

        var repeated = take(send(board, "ada", null, 7, "m-1", now.minus(Duration.ofDays(1))));

        assertThat(repeated.outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
        assertThat(repeated.period()).isEqualTo(today().key());
        assertThat(repeated.score()).isEqualTo(5);
    }

    @Test
    void nothingIsTakenForADeletedLearner() {
        var board = TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.LEARNER);
        long gone = Learners.next();
        long here = Learners.next();
        jdbc.sql("INSERT INTO learner_deleted (user_id, deleted_at, repeated_at) VALUES (?, ?, ?)")
                .params(gone, "2026-11-18", "2026-11-18")
                .update();

        var results = service.take(List.of(send(board, "" + gone, 1, "m"), send(board, "" + here, 1, "m")));

        assertThat(results)
                .extracting(SubmissionResult::outcome)
                .containsExactly(ScoreOutcome.INVALID, ScoreOutcome.APPLIED);
        assertThat(results.getFirst().detail()).contains("deleted");
        assertThat(log(board, "" + gone)).isZero();
        assertThat(take(send(TestBoards.sum(), "" + gone, 1, "m")).outcome())
                .as("a name that is no learner's")
                .isEqualTo(ScoreOutcome.APPLIED);
    }

    /** Two instances, each with the same messages for three periods. */
    @Test
    void scoresSentInParallelCountOnceOnAnyInstanceAndInAnyPeriod() throws Exception {
        var board = TestBoards.partitioned(Operator.SUM);
        var other = new ScoreService(writer);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<SubmissionResult>>();
            for (int message = 0; message < 100; message++) {
                for (int copy = 0; copy < 6; copy++) {
                    var submission = send(
                            board,
                            "member-" + message % 7,
                            "p" + message % 2,
                            1,
                            "m-" + message,
                            now.minus(Duration.ofDays(copy % 3)));
                    var on = copy % 2 == 0 ? service : other;
                    calls.add(() -> on.take(List.of(submission)).getFirst());
                }
            }
            var results = new ArrayList<SubmissionResult>();
            for (Future<SubmissionResult> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }

            assertThat(results.stream().filter(each -> each.outcome() == ScoreOutcome.APPLIED))
                    .hasSize(100);
            assertThat(results)
                    .extracting(SubmissionResult::outcome)
                    .containsOnly(ScoreOutcome.APPLIED, ScoreOutcome.DUPLICATE);
            assertThat(sum(board, "partition_key <> ''")).isEqualTo(100);
            assertThat(sum(board, "partition_key = ''")).isEqualTo(100);
        }
    }

    private long sum(BoardRule board, String where) {
        return jdbc.sql("SELECT SUM(s.score) FROM board_score s JOIN board_edition e ON e.id = s.edition_id"
                        + " WHERE e.board = ? AND " + where)
                .param(board.name())
                .query(Long.class)
                .single();
    }

    private List<ScoreOutcome> outcomes(List<Submission> submissions) {
        return service.take(submissions).stream().map(SubmissionResult::outcome).toList();
    }

    private SubmissionResult take(Submission submission) {
        return service.take(List.of(submission)).getFirst();
    }

    private Submission send(BoardRule board, String member, long value, String messageId) {
        return send(board, member, null, value, messageId, now);
    }

    private static Submission send(
            BoardRule board, String member, @Nullable String partition, long value, String messageId, Instant at) {
        return TestBoards.submission(board, TestBoards.day(at), member, partition, value, messageId, at, null);
    }

    private Period today() {
        return TestBoards.day(now);
    }

    private long score(BoardRule board, @Nullable String partition, String member) {
        var edition = editions.find(board, today(), partition).orElseThrow();
        return scores.find(edition, member).orElseThrow().score();
    }

    private long log(BoardRule board, String member) {
        return jdbc.sql("SELECT COUNT(*) FROM board_score_log WHERE board = ? AND member = ?")
                .params(board.name(), member)
                .query(Long.class)
                .single();
    }
}
