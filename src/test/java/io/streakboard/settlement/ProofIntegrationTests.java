package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Copier;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.steps.Step;
import io.streakboard.time.Utc;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** What a board, a copy or a ledger may have against them that neither count nor sum tells. */
class ProofIntegrationTests extends SettlementByHand {

    private static final String LISTENER =
            "io.streakboard.leaderboard.BoardListener.on(io.streakboard.points.PointsAwarded)";
    private static final int MANY = 6_000;
    private static final int TWO_PAGES = Pages.RANKS + 100;

    @Autowired
    private Pages pages;

    @Autowired
    private Copier copier;

    @Test
    void twoParkedAwardsThatCancelOutAreAMismatchAndHarmlessAfterARebuild() {
        var season = booked(MANY);
        long first = learner(season, 1);
        long other = learner(season, 4_001);
        // The board has not heard of what the first one got last, nor that another has lost as much.
        double award = points(10L * 3_000);
        redis.opsForZSet().incrementScore(board(season), member(season, first), -award);
        redis.opsForZSet().incrementScore(board(season), member(season, other), award);
        park(season, first, MANY * 10L, 0, "first");
        park(season, other, (MANY - 4_000) * 10L, 1, "other");

        assertThat(settleUntilMismatch(season)).contains("2 ranks differ from the totals");
        assertThat(attempt(season, Step.SEAL).detail())
                .contains("publications, of this season or others")
                .contains("2 PointsAwarded for BoardListener.on");
        repair(season);
        settleAndClear(season);
        assertThat(top(season)).containsExactly(first + " " + MANY * 10);
        var table = checksum(season);

        api.admin().actuate("/events", Map.of("action", "resubmit")).has(200);

        await().until(() -> delivered("first") && delivered("other"));
        assertThat(checksum(season)).isEqualTo(table);
        assertThat(top(season)).containsExactly(first + " " + MANY * 10);
        assertThat(redis.hasKey(board(season))).isFalse();
    }

    @Test
    void anAwardRedeliveredWhenEvenTheSealIsForgottenMakesNoBoard() {
        var season = booked(3);
        settleAndClear(season);
        redis.delete(RawBoard.seal(season.id()));

        park(season, learner(season, 1), 100, 0, "late");
        api.admin().actuate("/events", Map.of("action", "resubmit")).has(200);

        await().until(() -> delivered("late"));
        assertThat(redis.hasKey(board(season))).isFalse();
        assertThat(top(season)).containsExactly(learner(season, 1) + " 30");
    }

    @Test
    void totalsThatAreNotTheSumsOfTheLedgerAreAMismatch() {
        var season = booked(2_000);
        var total = "UPDATE points_total_%d SET points = points %s 10 WHERE user_id = %d";
        jdbc.sql(total.formatted(season.id(), "+", learner(season, 700))).update();
        jdbc.sql(total.formatted(season.id(), "-", learner(season, 1_500))).update();
        repair.rebuild(boards.source(season));

        assertThat(settleUntilMismatch(season))
                .contains("2 learners differ between ledger and totals")
                .contains("learner=" + learner(season, 700) + ", ledger 13010, total 13020");

        jdbc.sql(total.formatted(season.id(), "-", learner(season, 700))).update();
        jdbc.sql(total.formatted(season.id(), "+", learner(season, 1_500))).update();
        repair.rebuild(boards.source(season));
        repair(season);
    }

    @Test
    void totalsWithoutALedgerAreAMismatch() {
        var season = booked(20);
        long last = learner(season, 20);
        jdbc.sql("DELETE FROM points_record_%d WHERE user_id = %d".formatted(season.id(), last))
                .update();

        assertThat(settleUntilMismatch(season))
                .contains("1 learners differ between ledger and totals")
                .contains("learner=" + last + ", ledger 0, total 10");

        jdbc.sql("DELETE FROM points_total_%d WHERE user_id = %d".formatted(season.id(), last))
                .update();
        repair(season);
    }

    @Test
    void aLearnerWhoReachedThePointsAtAnotherSecondIsAMismatch() {
        var season = booked(2_000);
        var learner = learner(season, 1_001);
        redis.opsForZSet().add(board(season), member(season, learner), score(season, learner) + 1);

        assertThat(settleUntilMismatch(season)).contains("1 ranks differ from the totals");
        repair(season);
    }

    /** @param copied pages of two that were copied before: amid the copy, or all of it and not yet proven */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aDriftedBoardThatIsRebuiltBeforeItsProofIsCopiedAgainWhole(int copied) {
        var season = booked(TWO_PAGES);
        var last = learner(season, TWO_PAGES - 50);
        redis.opsForZSet().add(board(season), member(season, last), score(season, last) + points(20L * TWO_PAGES));
        sealAndPlan(season);
        for (int page = 1; page <= copied; page++) {
            copyPage(season);
        }

        repair.rebuild(boards.source(season));
        copier.copyAll(SettlementSource.settling(season)); // nothing, as the board is not the one that was sealed

        settle(season);
        assertThat(top(season)).containsExactly(learner(season, 1) + " " + 10 * TWO_PAGES);
    }

    @Test
    void aLearnerWithTwoRanksIsAMismatchNotAnEndlessTry() {
        var season = booked(5);
        sealAndPlan(season);
        copyPage(season);
        long first = learner(season, 1);
        jdbc.sql("UPDATE points_board_%d SET user_id = %d WHERE id = 5".formatted(season.id(), first))
                .update();

        assertThat(settleUntilMismatch(season)).contains("2 learners have no rank or more than one, first: learner=");
        repair(season);
    }

    @Test
    void onceCopiedTheTableIsProvenWithoutTheBoard() {
        var season = booked(5);
        sealAndPlan(season);
        copyPage(season);

        redis.delete(board(season));

        settle(season);
    }

    private void copyPage(Season season) {
        var page = pages.claim(season.id()).orElseThrow();
        assertThat(copier.copy(SettlementSource.settling(season), page)).isTrue();
    }

    private List<String> top(Season season) {
        return api
                .learner(1)
                .get("/api/boards/points/top?size=1&season=" + season.name())
                .has(200)
                .body()
                .path("items")
                .values()
                .stream()
                .map(item ->
                        item.path("member").asLong() + " " + item.path("score").asLong())
                .toList();
    }

    private List<String> checksum(Season season) {
        return jdbc.sql("SELECT COUNT(*), SUM(points), SUM(id * user_id) FROM points_board_" + season.id())
                .query((row, number) -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3))
                .list();
    }

    private void park(Season season, long learner, long total, int corrections, String name) {
        jdbc.sql("""
                        INSERT INTO event_publication_parked (id, listener_id, event_type, serialized_event,
                            publication_date, status, completion_attempts)
                        VALUES (?, ?, 'io.streakboard.points.PointsAwarded', ?, ?, 'FAILED', 3)
                        """)
                .params(
                        uuid(name),
                        LISTENER,
                        """
                        {"awards":[{"learner":%d,"seasonId":%d,"type":"REVIEW","points":10,"sourceId":"s","total":%d,
                          "corrections":%d,"reachedAt":"%s"}]}
                        """.formatted(learner, season.id(), total, corrections, season.startsAt()),
                        Utc.column(season.endsAt()))
                .update();
    }

    private boolean delivered(String name) {
        return jdbc.sql("SELECT COUNT(*) FROM EVENT_PUBLICATION WHERE id = ?")
                        .param(uuid(name))
                        .query(Integer.class)
                        .single()
                == 0;
    }

    private static String uuid(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** A month in whose ledger the first has ten points for each learner, the next ten less, and so on. */
    private Season booked(int learners) {
        var season = opened();
        var day = middleOf(season);
        // A job makes its first board; then it has no reason to make another one.
        await().until(() -> boards.live(season).complete());
        var records = IntStream.rangeClosed(1, learners)
                .mapToObj(rank -> "(%d,'REVIEW','s','%s-10',%d,'AWARDED','%4$s','%4$s')"
                        .formatted(
                                learner(season, rank),
                                season.name(),
                                10 * (learners - rank + 1),
                                Utc.column(day.plusSeconds(rank))))
                .toList();
        jdbc.sql("""
                        INSERT INTO points_record_%d
                            (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at) VALUES %s
                        """.formatted(season.id(), String.join(",", records))).update();
        jdbc.sql("""
                        INSERT INTO points_total_%1$d (user_id, points, reached_at, corrections, updated_at)
                        SELECT user_id, SUM(points), MAX(occurred_at), 0, MAX(occurred_at)
                          FROM points_record_%1$d GROUP BY user_id
                        """.formatted(season.id())).update();
        await("the job to be done")
                .ignoreExceptionsInstanceOf(RunUnderWay.class)
                .until(() -> repair.rebuild(boards.source(season)) == learners);
        return season;
    }

    /** The learner of a rank, in no order of ranks. */
    private static long learner(Season season, long rank) {
        return 1_000_000_000L * (season.id() % 100) + rank * 48_271 % 99_999_989;
    }

    private static double points(long points) {
        return points * (double) (1 << 22);
    }
}
