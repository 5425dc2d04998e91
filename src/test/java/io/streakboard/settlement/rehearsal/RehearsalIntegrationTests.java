package io.streakboard.settlement.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.runs.RunState;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class RehearsalIntegrationTests {

    private final Api api;
    private final Seasons seasons;
    private final Rehearsals rehearsals;
    private final LockProvider locks;
    private final RehearsalTable table;
    private final BoardArchiver copies;
    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;

    RehearsalIntegrationTests(
            Api api,
            Seasons seasons,
            Rehearsals rehearsals,
            LockProvider locks,
            RehearsalTable table,
            BoardArchiver copies,
            JdbcClient jdbc,
            StringRedisTemplate redis) {
        this.api = api;
        this.seasons = seasons;
        this.rehearsals = rehearsals;
        this.locks = locks;
        this.table = table;
        this.copies = copies;
        this.jdbc = jdbc;
        this.redis = redis;
    }

    @Test
    void settlesACopyAndTouchesNothingLive() {
        var season = played(300);

        var begun = await().until( // the run before may be about to unlock
                        () -> api.admin().actuate("/seasons/" + season.name(), Map.of("action", "rehearse")),
                        answer -> answer.status() != 409);

        assertThat(begun.has(200).at("/rehearsal/state").asString()).isIn("RUNNING", "DONE");
        var done = over(season);
        assertThat(done.state()).isEqualTo(RunState.DONE);
        var report = done.report();
        assertThat(report.steps()).extracting(Rehearsal.Timing::step).containsExactly("SNAPSHOT", "COPY", "VERIFY");
        assertThat(report.members()).isEqualTo(300);
        assertThat(report.table()).isEqualTo(new TotalsSum(300, 3000)).isEqualTo(report.ledger());
        assertThat(report.holds()).isTrue();
        assertThat(report.top()).hasSize(10);
        assertThat(report.top().getFirst().rank()).isEqualTo(1);
        var detail = api.admin().actuator("/seasons/" + season.name()).has(200);
        assertThat(detail.at("/season/state").asString()).isEqualTo("ENDED");
        assertThat(detail.at("/steps")).isEmpty();
        assertThat(detail.at("/rehearsal/report/top/9/points").asInt()).isEqualTo(10);
        nothingLeft(season);
        assertThat(redis.opsForZSet().zCard(live(season))).isEqualTo(300);
    }

    @Test
    void aReportIsDeletedWithALearnerItNames() {
        var season = played(2);
        begin(season);
        long named = over(season).report().top().getLast().learner();

        api.admin().delete("/api/learners/" + named);

        await().until(() -> table.latest(season.id()).isEmpty());
    }

    /** Ids may have nineteen digits, and reports name learners in words as well. */
    @ParameterizedTest
    @ValueSource(
            strings = {"learner=%d has two ranks", "1 learners have no rank or more than one, first: learner=%d", ""})
    void aReportIsDeletedHoweverItNamesALearner(String difference) {
        var season = opened();
        long learner = Long.MAX_VALUE - Learners.next();
        var top = difference.isEmpty() ? List.of(new Standing(1, learner, 10, season.startsAt())) : List.<Standing>of();
        var report = new Rehearsal.Report(List.of(), 1, null, null, true, difference.formatted(learner), top);
        var held = lock();

        reported(season, report);
        assertThat(table.latest(season.id())).isPresent();
        api.admin().delete("/api/learners/" + learner + "?force=true").has(202);
        await().until(() -> table.latest(season.id()).isEmpty());

        reported(season, report);
        assertThat(table.latest(season.id())).as("written after the deletion").isEmpty();
        held.unlock();
    }

    private void reported(Season season, Rehearsal.Report report) {
        long id = table.begin(season.id());
        table.report(id, report);
        table.end(id, RunState.DONE, null);
    }

    @Test
    void aReportThatWasWrittenWhileALearnerWasDeletedIsDeletedAsWell() {
        var season = played(1);
        var reported = new ArrayList<Long>();
        var held = lock(); // or the job ends RUNNING rehearsals without a lock
        for (long learner : List.of(Learners.next(), Learners.next())) {
            long id = table.begin(season.id());
            var top = List.of(new Standing(1, learner, 10, season.startsAt()));
            table.report(id, new Rehearsal.Report(List.of(), 1, null, null, true, null, top));
            if (reported.isEmpty()) {
                jdbc.sql("INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, UTC_TIMESTAMP(3))")
                        .param(learner)
                        .update();
            }
            table.end(id, RunState.DONE, null);
            reported.add(id);
        }
        held.unlock();

        assertThat(jdbc.sql("SELECT id FROM settlement_rehearsal WHERE season_id = ?")
                        .param(season.id())
                        .query(Long.class)
                        .list())
                .containsExactly(reported.getLast());
    }

    @Test
    void theLedgerMayBeAheadOfAnOpenBoard() {
        var season = played(3);
        redis.opsForZSet()
                .remove(
                        live(season),
                        Objects.requireNonNull(redis.opsForZSet().range(live(season), 0, 0))
                                .iterator()
                                .next());

        begin(season);

        var report = over(season).report();
        assertThat(report.holds()).isTrue();
        assertThat(report.table()).isEqualTo(new TotalsSum(2, 20));
        assertThat(report.ledger()).isEqualTo(new TotalsSum(3, 30));
    }

    @Test
    void aSeasonWithoutPointsCanBeRehearsedAndRehearsedAgain() {
        var season = opened();
        begin(season);
        var first = over(season);
        begin(season);

        assertThat(first.report().holds()).isTrue();
        assertThat(over(season).id()).isGreaterThan(first.id());
    }

    @Test
    void onlyOneRunsAtATime() {
        var season = opened();
        var held = lock();
        try {
            api.admin()
                    .actuate("/seasons/" + season.name(), Map.of("action", "rehearse"))
                    .isProblem(409, "run-under-way");
        } finally {
            held.unlock();
        }
        assertThat(table.latest(season.id())).isEmpty();
    }

    @Test
    void theRestOfADeadInstanceIsRemoved() {
        var season = played(2);
        var held = lock(); // the lock of the instance that is about to die
        long id = table.begin(season.id());
        copies.prepare(SettlementSource.rehearsing(season, id));
        held.unlock();

        var over = over(season);
        assertThat(over.state()).isEqualTo(RunState.FAILED);
        assertThat(over.failure()).isEqualTo("its instance stopped");
        nothingLeft(season);
    }

    @Test
    void aSealedSeasonCannotBeRehearsed() {
        var upcoming = seasons.find("2026-12");

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> rehearsals.begin(upcoming))
                .withMessageContaining("UPCOMING");
    }

    /** As soon as the run before has given its lock back. */
    private void begin(Season season) {
        await().ignoreExceptionsInstanceOf(RunUnderWay.class).untilAsserted(() -> rehearsals.begin(season));
    }

    private SimpleLock lock() {
        return await().until(
                        () -> locks.lock(new LockConfiguration(
                                Instant.now(), rehearsals.name(), Duration.ofMinutes(1), Duration.ZERO)),
                        Optional::isPresent)
                .orElseThrow();
    }

    private Rehearsal over(Season season) {
        return await().until(
                        () -> table.latest(season.id()).orElseThrow(), latest -> latest.state() != RunState.RUNNING);
    }

    private void nothingLeft(Season season) {
        assertThat(redis.keys("streakboard:board:{season:" + season.id() + "}:*rehearsal:*"))
                .isEmpty();
        assertThat(jdbc.sql("""
                        SELECT table_name FROM information_schema.tables
                         WHERE table_schema = DATABASE() AND table_name LIKE 'points\\\\_rehearsal\\\\_%'
                        """).query((row, number) -> row.getString(1)).list())
                .isEmpty();
    }

    private Season opened() {
        return seasons.at(Instant.parse(Months.next() + "-10T04:00:00Z"));
    }

    /** A season in which this number of learners got ten points each. */
    private Season played(int learners) {
        var season = opened();
        api.take(IntStream.range(0, learners)
                .mapToObj(i -> Api.activity(
                        Learners.next(), "REVIEW", "r", season.startsAt().plusSeconds(i)))
                .toList());
        await().until(() -> redis.hasKey(RawBoard.mark(season.id())));
        await().until(() -> redis.opsForZSet().zCard(live(season)), members -> members != null && members == learners);
        return season;
    }

    private static String live(Season season) {
        return RawBoard.key(season.id());
    }
}
