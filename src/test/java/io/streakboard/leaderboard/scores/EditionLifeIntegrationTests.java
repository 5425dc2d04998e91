package io.streakboard.leaderboard.scores;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.DueEditions;
import io.streakboard.leaderboard.editions.EditionTable;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.NewEditions.Wanted;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.finals.FinalRankings;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.Rollout;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.support.HeldJobs;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The end of editions, and their loss in Redis. */
@IntegrationTest
class EditionLifeIntegrationTests {

    private static final Instant LONG_AGO = Instant.parse("2000-01-01T00:00:00Z");

    private final ScoreService service;
    private final Editions editions;
    private final LiveBoards live;
    private final EditionRepair repair;
    private final EditionRemoval removal;
    private final EditionRestoration restoration;
    private final EditionTable table;
    private final DueEditions due;
    private final Moderation moderation;
    private final RestoreCheckpoint checkpoint;
    private final FinalRankings finalRankings;
    private final ScorePersonalData personalData;
    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;
    private final MeterRegistry metrics;
    private final Cycles cycles;
    private final ExtensibleLockProvider locks;
    private final Instant now;

    EditionLifeIntegrationTests(
            ScoreService service,
            Editions editions,
            LiveBoards live,
            EditionRepair repair,
            EditionRemoval removal,
            EditionRestoration restoration,
            EditionTable table,
            DueEditions due,
            Moderation moderation,
            RestoreCheckpoint checkpoint,
            FinalRankings finalRankings,
            BoardRegistry boards,
            ScoreTable scores,
            ScoreChanges changes,
            HiddenMembers hidden,
            ScoreLog log,
            ScoreRemoval scoreRemoval,
            StringRedisTemplate redis,
            JdbcClient jdbc,
            MeterRegistry metrics,
            Cycles cycles,
            ExtensibleLockProvider locks,
            BusinessTime time) {
        this.cycles = cycles;
        this.locks = locks;
        this.service = service;
        this.editions = editions;
        this.live = live;
        this.repair = repair;
        this.removal = removal;
        this.restoration = restoration;
        this.table = table;
        this.due = due;
        this.moderation = moderation;
        this.checkpoint = checkpoint;
        this.finalRankings = finalRankings;
        // The bean would answer before it is done.
        this.personalData = new ScorePersonalData(boards, scores, changes, hidden, log, scoreRemoval);
        this.redis = redis;
        this.jdbc = jdbc;
        this.metrics = metrics;
        this.now = time.now();
    }

    @Test
    void editionsPastTheirRetentionAreRemovedAndTheRestStays() {
        var board = TestBoards.partitioned(Operator.SUM);
        var yesterday = now.minus(Duration.ofDays(1));
        service.take(IntStream.range(0, 900)
                .mapToObj(i -> send(board, "member-" + i, "music", "m-1", yesterday))
                .toList());
        service.take(IntStream.range(0, 300)
                .mapToObj(i -> send(board, "member-" + i, "music", "m-2", yesterday))
                .toList());
        service.take(List.of(send(board, "member-1", "music", "m-3", now)));
        var over = editions.find(board, TestBoards.day(yesterday), "music").orElseThrow();
        await().until(() -> closed(over));

        jdbc.sql("UPDATE board_edition SET kept_until = ? WHERE board = ? AND period_key = ?")
                .params(
                        Utc.column(LONG_AGO),
                        board.name(),
                        TestBoards.day(yesterday).key())
                .update();
        removal.removeKeptUntil(LONG_AGO);

        assertThat(editions.page(board, Long.MAX_VALUE, 10)).hasSize(2);
        assertThat(editions.find(board, TestBoards.day(yesterday), "music")).isEmpty();
        assertThat(count("board_score WHERE edition_id = " + over.id())).isZero();
        assertThat(count("board_score_log WHERE edition_id = " + over.id())).isZero();
        assertThat(count("board_score_log WHERE board = '" + board.name() + "'"))
                .isEqualTo(1);
        assertThat(live.of(over.edition()).complete()).isFalse();
        assertThat(live.ranking(over.edition()).page(0, 10, null).entries()).isEmpty();
    }

    @Test
    void aMessageOfAResetEditionDoesNotCountAgainAfterItsRetention() {
        var board = TestBoards.sum();
        service.take(List.of(send(board, "ada", null, "m-1", now)));
        var first = editions.find(board, TestBoards.day(now), null).orElseThrow();
        moderation.reset(first);
        editions.forget(first);
        jdbc.sql("UPDATE board_edition SET kept_until = ? WHERE id = ?")
                .params(Utc.column(LONG_AGO), first.id())
                .update();

        removal.removeKeptUntil(LONG_AGO);

        assertThat(count("board_edition WHERE id = " + first.id())).isZero();
        assertThat(service.take(List.of(send(board, "ada", null, "m-1", now))))
                .extracting(SubmissionResult::outcome)
                .containsExactly(ScoreOutcome.DUPLICATE);
    }

    @Test
    void aFinalEditionLosesItsScoresAndStays() {
        var board = TestBoards.sum();
        service.take(List.of(send(board, "ada", null, "m-1", now)));
        var edition = editions.find(board, TestBoards.day(now), null).orElseThrow();
        editions.forget(edition); // so that the job does not know its board
        finalRankings.seal(List.of(edition));
        assertThat(due.beginRemoval(edition.id(), now)).isFalse();
        finalRankings.make(edition, members -> {});
        assertThat(editions.find(board, TestBoards.day(now), null)).get().matches(StoredEdition::isFinal);
        jdbc.sql("UPDATE board_edition SET kept_until = ? WHERE id = ?")
                .params(Utc.column(LONG_AGO), edition.id())
                .update();
        removal.removeKeptUntil(LONG_AGO);
        assertThat(count("board_score WHERE edition_id = " + edition.id())).isEqualTo(1);

        jdbc.sql("UPDATE board_final SET final_at = ? WHERE edition_id = ?")
                .params(Utc.column(LONG_AGO.minusSeconds(10)), edition.id())
                .update();
        removal.removeKeptUntil(LONG_AGO);

        assertThat(count("board_score WHERE edition_id = " + edition.id())).isZero();
        assertThat(live.of(edition.edition()).complete()).isFalse();
        assertThat(count("board_edition WHERE kept_until IS NULL AND id = " + edition.id()))
                .isEqualTo(1);
        assertThat(count("board_final_rank WHERE edition_id = " + edition.id())).isEqualTo(1);
        assertThat(table.after(edition.id() - 1, now.plusSeconds(60), now)).doesNotContain(edition.id());
    }

    @Test
    void lostEditionsAreRestored() {
        var board = TestBoards.sum();
        service.take(List.of(send(board, "ada", null, "m-1", now), send(board, "bob", null, "m-1", now)));
        var edition = editions.find(board, TestBoards.day(now), null).orElseThrow();

        live.of(edition.edition()).clear();
        checkpoint.drop();
        restoration.restore(now.plus(Duration.ofHours(1)));

        // The job may be at it as well.
        await().until(() -> live.of(edition.edition()).complete());
        assertThat(repair.drift(repair.source(edition)).none()).isTrue();
    }

    /** Instances with the former rules write to other keys, though the edition is complete in these. */
    @Test
    void scoresMissedDuringARolloutAreFoundAtItsEnd() {
        var board = TestBoards.sum();
        service.take(List.of(send(board, "ada", null, "m-1", now), send(board, "bob", null, "m-1", now)));
        var edition = editions.find(board, TestBoards.day(now), null).orElseThrow();
        var rollout = new Rollout(redis, "missed", () -> "present");
        try (var held = new HeldJobs(locks, "compare-editions")) { // at the end of another rollout it compares all
            new Rollout(redis, "missed", () -> "former").note();
            redis.opsForZSet().remove(new BoardKeys(edition.edition()).live(), "ada");
            repair.mendAfterRollout(rollout, () -> Stream.of(repair.source(edition)));
            assertThat(repair.drift(repair.source(edition)).missing())
                    .as("while it is under way")
                    .isEqualTo(1);

            redis.delete(redis.keys("streakboard:boards:writers:missed:*"));
            repair.mendAfterRollout(rollout, () -> Stream.of(repair.source(edition)));

            assertThat(repair.drift(repair.source(edition)).none()).isTrue();
        }
        assertThat(live.of(edition.edition()).complete()).isTrue();
        assertThat(rollout.ended()).isEmpty();
    }

    /** A write by the former rules may be under way when the rules change. */
    @Test
    void aChangeOfTheRulesIsARollout() {
        var rules = new AtomicReference<>("former");
        var rollout = new Rollout(redis, "changed", rules::get);
        rollout.note();
        assertThat(rollout.underWay()).isFalse();

        rules.set("present");

        assertThat(rollout.underWay()).isTrue();
        redis.delete(redis.keys("streakboard:boards:writers:changed:*"));
        assertThat(rollout.ended()).hasSize(1);
        rollout.forget(rollout.ended());
        assertThat(rollout.ended()).isEmpty();
    }

    /** An instance goes back to the former rules while boards are compared, perhaps after its board was. */
    @Test
    void aWriteDuringTheComparisonMakesAnother() {
        var rollout = new Rollout(redis, "back", () -> "present");
        new Rollout(redis, "back", () -> "former").note();
        redis.delete(redis.keys("streakboard:boards:writers:back:*"));
        var compared = rollout.ended();

        new Rollout(redis, "back", () -> "former").note();
        redis.delete(redis.keys("streakboard:boards:writers:back:*"));
        rollout.forget(compared);

        assertThat(rollout.ended()).isNotEmpty();
        rollout.forget(rollout.ended());
        assertThat(rollout.ended()).isEmpty();
    }

    /** It comes back while all boards are compared, which may take minutes. */
    @Test
    void aLostEditionIsInTheMetricUntilItIsBack() {
        var board = TestBoards.sum();
        service.take(List.of(send(board, "ada", null, "m-1", now)));
        var edition = editions.find(board, TestBoards.day(now), null).orElseThrow();
        var kept = live.of(edition.edition());

        kept.clear();
        try (var another = kept.rebuild(false, List.of())) { // the job cannot restore it meanwhile
            checkpoint.drop();
            assertThat(degraded()).isPositive();
        }

        try (var comparison = new HeldJobs(locks, "compare-editions")) {
            await().until(() -> degraded() == 0);
        }
        assertThat(kept.complete()).isTrue();
    }

    private double degraded() {
        return metrics.get("streakboard.board.degraded")
                .tag("boards", "configured")
                .gauge()
                .value();
    }

    /** Otherwise the most read editions would be restored last. */
    @Test
    void openEditionsAreRestoredFirstAndThenTheLatestEnded() {
        var board = TestBoards.sum();
        var period = TestBoards.day(now);
        var all = open(board, new Period("all", null, null));
        var yesterday = open(board, TestBoards.day(now.minus(Duration.ofDays(1))));
        var before = open(board, TestBoards.day(now.minus(Duration.ofDays(2))));
        var replaced = open(board, period);
        moderation.reset(replaced);
        var month = open(board, new Period("month", period.startsAt(), now.plus(Duration.ofDays(40))));
        var today = open(board, period);

        var ids = table.after(0, now.plus(Duration.ofHours(1)), now);

        var ours = Stream.of(today, month, all, yesterday, before, replaced)
                .map(StoredEdition::id)
                .toList();
        assertThat(ids).containsSubsequence(ours);
        assertThat(table.of(ours)).extracting(EditionRow::id).containsExactlyElementsOf(ours);
        assertThat(table.after(month.id(), now.plus(Duration.ofHours(1)), now)).doesNotContainAnyElementsOf(ours);
    }

    private StoredEdition open(BoardRule board, Period period) {
        var wanted = new Wanted(board, period, null);
        return requireNonNull(editions.open(null, List.of(wanted)).taking().get(wanted));
    }

    /** An edition under the former rule got no scores meanwhile. */
    @Test
    void aRuleThatComesBackFindsNothingComplete() {
        var board = TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.ANY);
        service.take(List.of(send(board, "ada", null, "m-1", now)));
        var before = editions.find(board, TestBoards.day(now), null).orElseThrow();
        var ties = by(before, TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.LAST, false, Members.ANY));
        var buckets = by(
                before,
                TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.ANY, List.of("9", "99")));

        repair.rebuild(repair.source(ties));
        assertThat(complete(before, ties, buckets)).containsExactly(false, true, false);
        repair.rebuild(repair.source(buckets));
        assertThat(complete(before, ties, buckets)).containsExactly(false, false, true);
        repair.rebuild(repair.source(before));
        assertThat(complete(before, ties, buckets)).containsExactly(true, false, false);
    }

    private static StoredEdition by(StoredEdition edition, BoardRule rule) {
        return new StoredEdition(
                edition.id(),
                Edition.of(rule, edition.id(), edition.period(), null, Rules.TIEBREAKER),
                edition.version(),
                edition.keptUntil(),
                null,
                null);
    }

    private List<Boolean> complete(StoredEdition... all) {
        return Stream.of(all)
                .map(edition -> live.of(edition.edition()).complete())
                .toList();
    }

    @Test
    void anEditionIsDividedByTheOneBefore() {
        var board = TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.ANY, List.of("auto"));
        var today = cycles.current(board);
        var before = open(board, cycles.before(board, today).orElseThrow());
        live.of(before.edition())
                .rebuild(
                        false,
                        List.of(),
                        to -> IntStream.range(0, 20_000)
                                .forEach(i -> to.accept(new Score("member-" + i, i / 20, now, 0, null))));

        service.take(List.of(TestBoards.submission(board, today, "ada", null, 7, "m-1", now, null)));

        var edition = editions.find(board, today, null).orElseThrow();
        assertThat(live.of(edition.edition()).sizes()).containsExactly(1L, 0L);
        assertThat(repair.rebuild(repair.source(edition))).isEqualTo(1);
        assertThat(live.of(edition.edition()).sizes())
                .as("a rebuild decides alike")
                .containsExactly(1L, 0L);
    }

    @Test
    void theCheckpointIsForOneProcessAndOneSetOfRules() {
        var checkpoint = new RestoreCheckpoint(redis, "test:boards:complete");
        var position = checkpoint.begin("rules-1");
        checkpoint.write(position.to(42));
        assertThat(checkpoint.read("rules-1").id()).isEqualTo(42);
        assertThat(checkpoint.read("rules-2").id()).isZero();

        checkpoint.drop();
        checkpoint.write(position.to(43));
        assertThat(checkpoint.read("rules-2").id())
                .as("dropped while it was looked")
                .isZero();
    }

    @Test
    void aDeletedLearnerLosesScoresAndLogOnBoardsOfLearners() {
        var board = TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.LEARNER);
        var names = TestBoards.sum();
        long learner = Learners.next();
        var member = "" + learner;
        service.take(List.of(send(board, member, null, "m-1", now), send(names, member, null, "m-1", now)));
        var edition = editions.find(board, TestBoards.day(now), null).orElseThrow();
        assertThat(personalData.of(learner).toString()).contains(board.name());

        personalData.on(new LearnerDeleted(learner));

        assertThat(personalData.of(learner)).isEqualTo(List.of());
        assertThat(live.ranking(edition.edition()).page(0, 10, null).entries()).isEmpty();
        assertThat(repair.drift(repair.source(edition)).none()).isTrue();
        assertThat(count("board_score_log WHERE board = '" + board.name() + "'"))
                .isZero();

        personalData.on(new LearnerDeleted(learner));
        personalData.on(new LearnerDeleted(learner));

        assertThat(count("board_score WHERE edition_id = " + edition.id())).isZero();
        assertThat(count("board_score_log WHERE board = '" + names.name() + "'"))
                .as("a course may have the same number")
                .isEqualTo(1);
        var course = editions.find(names, TestBoards.day(now), null).orElseThrow();
        assertThat(live.ranking(course.edition()).of(member)).isNotNull();
    }

    /** Or Redis would show them once the board is configured again. */
    @Test
    void aDeletionReachesBoardsThatAreNotConfigured() {
        var board = TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.LEARNER);
        long learner = Learners.next();
        service.take(List.of(send(board, "" + learner, null, "m-1", now)));
        var edition = editions.find(board, TestBoards.day(now), null).orElseThrow();
        assertThat(live.ranking(edition.edition()).of("" + learner)).isNotNull();

        editions.forget(edition); // no boards of tests are configured
        personalData.on(new LearnerDeleted(learner));

        assertThat(live.ranking(edition.edition()).of("" + learner)).isNull();
    }

    @Test
    void aBoardThatIsNotConfiguredNowKeepsTheScoresOfItsFinalRanking() {
        var kept = Rules.with(TestBoards.sum(), Map.of("keepsFinals", true));
        var other = TestBoards.sum();
        service.take(List.of(send(kept, "ada", null, "m", now), send(other, "ada", null, "m", now)));
        jdbc.sql("UPDATE board_edition SET kept_until = ?, closed_at = ? WHERE board IN (?, ?)")
                .params(Utc.column(LONG_AGO), Utc.column(LONG_AGO), kept.name(), other.name())
                .update();

        removal.removeKeptUntil(LONG_AGO);

        assertThat(editions.page(kept, Long.MAX_VALUE, 10)).hasSize(1);
        assertThat(editions.page(other, Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    void theEditionsOfACallAreMadeTogetherOrNotAtAll() {
        var board = TestBoards.partitioned(Operator.SUM);
        var first = new Wanted(board, TestBoards.day(now), "a");
        var tooLong = new Wanted(board, TestBoards.day(now), "b".repeat(65));

        assertThatThrownBy(() -> editions.open(null, List.of(first, tooLong)))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(editions.find(board, TestBoards.day(now), "a")).isEmpty();

        assertThat(editions.open(null, List.of(first)).taking()).containsOnlyKeys(first);
        assertThat(editions.find(board, TestBoards.day(now), "a")).isPresent();
    }

    /** Else partitions of former years would keep out new ones for ever. */
    @Test
    void aSeriesWithoutScoresTakesNoRoom() {
        var sliding = TestBoards.sliding(TestBoards.partitioned(Operator.SUM), 7, Duration.ofDays(1));
        var daily = TestBoards.partitioned(Operator.SUM);
        fill(sliding, StoredEdition.ALL_DAYS);
        fill(daily, TestBoards.day(now));

        var wanted = new Wanted(sliding, StoredEdition.ALL_DAYS, "new");
        var tooMany = new Wanted(daily, TestBoards.day(now), "new");

        assertThat(editions.open(null, List.of(wanted)).taking()).containsOnlyKeys(wanted);
        assertThat(editions.open(null, List.of(tooMany)).full()).containsOnlyKeys(tooMany);
    }

    /** A thousand partitions without scores. */
    private void fill(BoardRule board, Period period) {
        jdbc.sql("""
                        INSERT INTO board_edition (board, period_key, partition_key, version, created_at)
                        WITH RECURSIVE numbers AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM numbers WHERE i < 1000)
                        SELECT ?, ?, CONCAT('p', i), 1, UTC_TIMESTAMP(3) FROM numbers
                        """).params(board.name(), period.key()).update();
    }

    @Test
    void aThousandPartitionsAreResetInOneStep() {
        var board = TestBoards.partitioned(Operator.SUM);
        service.take(IntStream.range(0, 1_000)
                .mapToObj(i -> send(board, "ada", "p" + i, "m-" + i, now))
                .toList());
        var overAll = editions.find(board, TestBoards.day(now), null).orElseThrow();

        moderation.reset(overAll);

        assertThat(count("board_edition WHERE board = '" + board.name() + "' AND version = 2"))
                .as("partitions begin anew with their next score")
                .isEqualTo(1);
        assertThat(editions.find(board, TestBoards.day(now), "p1")).isEmpty();
        service.take(List.of(send(board, "ada", "p1", "again", now)));
        assertThat(editions.find(board, TestBoards.day(now), "p1"))
                .hasValueSatisfying(edition -> assertThat(edition.version()).isEqualTo(2));
        assertThat(editions.find(board, TestBoards.day(now), null))
                .hasValueSatisfying(
                        edition -> assertThat(live.ranking(edition.edition()).of("ada"))
                                .satisfies(entry -> assertThat(entry.score()).isEqualTo(1)));
    }

    @Test
    void aLearnerWhoseScoreWasRemovedOrWhoIsHiddenIsKnownUntilTheDeletion() {
        var board = TestBoards.rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.LEARNER);
        long removed = Learners.next();
        long renamed = Learners.next();
        long hidden = Learners.next();
        service.take(List.of(send(board, "" + removed, null, "m-1", now), send(board, "" + renamed, null, "m-1", now)));
        moderation.remove(editions.find(board, TestBoards.day(now), null).orElseThrow(), "" + removed);
        moderation.rename(board, "" + renamed, "" + Learners.next());
        moderation.hide(board, "" + hidden);
        assertThat(personalData.knows(Learners.next())).isFalse();

        for (long learner : List.of(removed, renamed, hidden)) {
            assertThat(personalData.knows(learner)).isTrue();
            personalData.on(new LearnerDeleted(learner));
            personalData.on(new LearnerDeleted(learner));
            assertThat(personalData.knows(learner)).as("no trace is left").isFalse();
        }
    }

    private boolean closed(StoredEdition edition) {
        return count("board_edition WHERE closed_at IS NOT NULL AND id = " + edition.id()) == 1;
    }

    private long count(String from) {
        return jdbc.sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
    }

    private static Submission send(
            BoardRule board, String member, @Nullable String partition, String messageId, Instant at) {
        return TestBoards.submission(board, TestBoards.day(at), member, partition, 1, messageId, at, null);
    }
}
