package io.streakboard.leagues;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leagues.CohortTable.Cohort;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Weeks with several instances, admins and expiry. Weeks of 2000-06-25, 2000-07 to 2000-09 and of 2099 belong to this
 * class.
 */
@IntegrationTest
class LeagueWeeksIntegrationTests {

    private final long ada = Learners.next();
    private final long ben = Learners.next();
    private final Api api;
    private final WeekTable weeks;
    private final WeekRollover rollover;
    private final Enrollment enrollment;
    private final StandingsCalculator calculator;
    private final MemberTable members;
    private final CohortTable cohorts;
    private final LeagueJob job;
    private final LeagueExpiry expiry;
    private final LeagueMetrics metrics;
    private final TransactionTemplate transactions;
    private final JdbcClient jdbc;
    private final PastWeeks pastWeeks;
    private final LeagueProperties properties;

    LeagueWeeksIntegrationTests(
            Api api,
            WeekTable weeks,
            WeekRollover rollover,
            Enrollment enrollment,
            StandingsCalculator calculator,
            MemberTable members,
            CohortTable cohorts,
            LeagueJob job,
            LeagueExpiry expiry,
            LeagueMetrics metrics,
            TransactionTemplate transactions,
            JdbcClient jdbc,
            LeagueProperties properties) {
        this.properties = properties;
        this.api = api;
        this.weeks = weeks;
        this.rollover = rollover;
        this.enrollment = enrollment;
        this.calculator = calculator;
        this.members = members;
        this.cohorts = cohorts;
        this.job = job;
        this.expiry = expiry;
        this.metrics = metrics;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.pastWeeks = new PastWeeks(api, jdbc, enrollment);
    }

    @BeforeEach
    @AfterEach
    void removeWeeksThatHaveNotEnded() {
        jdbc.sql("DELETE FROM league_week WHERE first_day LIKE '2099%' OR first_day LIKE '2000-0%' AND ended_at"
                        + " IS NULL")
                .update();
    }

    @Test
    void readingTheWeekOfTodayDoesNotBeginIt() {
        var ahead = new BusinessTime(Clock.fixed(Instant.parse("2099-06-03T12:00:00Z"), UTC), UTC);
        var table = new WeekTable(jdbc, new RetriedTransactions(transactions), ahead, properties);

        var read = table.current();

        assertThat(weeksOf2099()).isZero();
        assertThat(table.begun()).isEqualTo(read);
        assertThat(weeksOf2099()).isOne();
    }

    /** At midnight one clock is ahead of the other. */
    @Test
    void anInstanceWhoseClockIsBehindKeepsItsWeek() {
        var sunday = LocalDate.parse("2099-03-01");
        var week = weeks.begun(sunday);

        var next = weeks.begun(sunday.plusDays(1));

        assertThat(next.first()).isEqualTo(week.next());
        assertThat(weeks.begun(sunday)).isEqualTo(week);
        assertThat(weeks.begun(sunday.plusDays(1))).isEqualTo(next);
        assertThat(weeksOf2099()).isEqualTo(2);
    }

    private long weeksOf2099() {
        return jdbc.sql("SELECT COUNT(*) FROM league_week WHERE first_day LIKE '2099%'")
                .query(Long.class)
                .single();
    }

    @Test
    void weeksThatNoInstanceSawDoNotExist() {
        var before = weeks.begun(LocalDate.parse("2099-04-01"));

        var after = weeks.begun(LocalDate.parse("2099-05-06"));

        assertThat(after.first()).isEqualTo("2099-05-04");
        assertThat(weeks.over(after.first()))
                .filteredOn(week -> week.first().getYear() == 2099)
                .containsExactly(before);
    }

    /** Or points that were recorded before the seal, and are committed after it, would be missing. */
    @Test
    void aWeekIsVerifiedAMinuteAfterItsSeal() {
        var week = pastWeeks.with("2000-06-25", Map.of(ada, 1));

        job.run();

        assertThat(weeks.over(week.next())).extracting(Week::first).containsExactly(week.first());
        assertThat(weeks.over(week.next())).allMatch(each -> each.sealedAt() != null);
        jdbc.sql("UPDATE league_week SET sealed_at = sealed_at - INTERVAL 2 MINUTE WHERE first_day = '2000-06-25'")
                .update();
        job.run();
        assertThat(weeks.over(week.next())).isEmpty();
        assertThat(member(week, ada).orElseThrow().place()).isEqualTo(1);
    }

    @Test
    void weeksThatWereOverDuringAnOutageEndInOneRun() {
        var first = pastWeeks.with("2000-09-10", Map.of(ada, 1));
        var second = pastWeeks.with("2000-09-17", Map.of(ada, 1));
        pastWeeks.recordAnHourAgo("2000-09", ada);

        job.run();

        assertThat(weeks.over(second.next())).hasSize(2).allMatch(each -> each.sealedAt() != null);
        jdbc.sql("UPDATE league_week SET sealed_at = sealed_at - INTERVAL 2 MINUTE WHERE first_day LIKE '2000-09-1%'")
                .update();
        job.run();
        assertThat(weeks.over(second.next())).isEmpty();
        assertThat(List.of(first, second)).allSatisfy(week -> {
            assertThat(member(week, ada).orElseThrow().place()).isPositive(); // others may be in the month
            assertThat(member(week, ada).orElseThrow().points()).isEqualTo(10);
        });
    }

    @Test
    void twoInstancesEndAWeekOnce() {
        var lessons = Map.of(ada, 3, ben, 1, Learners.next(), 2);
        var week = pastWeeks.with("2000-07-02", lessons);
        long told = told();

        var ends = IntStream.range(0, 2)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> rollover.end(week)))
                .toList();

        assertThat(ends).allMatch(CompletableFuture::join);
        assertThat(told()).isEqualTo(told + 1);
        assertThat(member(week, ada).orElseThrow().place()).isEqualTo(1);
        assertThat(calculator.sums(week)).isEqualTo(new MemberTable.WeekSums(3, 60, 0));
    }

    /** An instance that was paused while it worked on the week. */
    @Test
    void nothingOfAWeekThatHasEndedChanges() {
        var week = pastWeeks.with("2000-07-09", Map.of(ada, 1));
        assertThat(rollover.end(week)).isTrue();
        var place = member(week, ada);
        pastWeeks.learn(ada, "2000-07-10", 2);
        pastWeeks.learn(ben, "2000-07-09", 2);

        enrollment.enroll(week, List.of(ada, ben));
        calculator.place(week);

        assertThat(member(week, ada)).isEqualTo(place);
        assertThat(member(week, ben)).isEmpty();
        assertThat(rollover.end(week)).isTrue();
        assertThat(calculator.sums(week).members()).isEqualTo(1);
    }

    @Test
    void aLearnerWhoIsDeletedWhileAWeekEndsLeavesAHoleThatTheNextTryCloses() {
        var week = pastWeeks.with("2000-07-16", Map.of(ada, 2, ben, 1));
        var ledger = enrollment.enrollAll(week);
        calculator.place(week);

        api.admin().delete("/api/learners/" + ada).has(202);
        await().untilAsserted(() -> assertThat(member(week, ada)).isEmpty());

        assertThat(StandingsCalculator.violation(ledger, calculator.sums(week))).isNotNull();
        assertThat(rollover.end(week)).isTrue();
        assertThat(member(week, ben).orElseThrow().place()).isEqualTo(1);
    }

    /** As their tiers are not known. An instance that was paused at midnight may try. */
    @Test
    void enrollmentWaitsUntilTheWeekBeforeHasEnded() {
        var before = pastWeeks.with("2000-08-27", Map.of(ada, 1));

        var next = pastWeeks.with("2000-09-03", Map.of(ada, 1));

        assertThat(member(next, ada)).isEmpty();
        assertThat(rollover.end(before)).isTrue();
        enrollment.enrollAll(next);
        assertThat(member(next, ada)).isPresent();
    }

    /** Or a burst of learners would open a cohort for each writer. */
    @Test
    void aWriterLocksOneCohortAndLeavesTheOthersToOthers() {
        var week = pastWeeks.begun("2000-07-23", 7);
        var emptier = cohorts.add(week, "bronze", 0);
        var fuller = cohorts.add(week, "bronze", 0);
        cohorts.give(fuller, 3);

        transactions.executeWithoutResult(status -> {
            assertThat(withRoom(week)).contains(fuller.id());
            assertThat(CompletableFuture.supplyAsync(() -> transactions.execute(other -> withRoom(week)))
                            .join())
                    .contains(emptier.id());
        });
    }

    private Optional<Long> withRoom(Week week) {
        return cohorts.lockedWithRoom(week, "bronze", 0, 30).map(Cohort::id);
    }

    @Test
    void anAdminEndsAWeekThatHoldsUpTheNext() {
        var week = pastWeeks.with("2000-08-06", Map.of(ada, 1));
        jdbc.sql("UPDATE league_member SET points = 7 WHERE user_id = ?")
                .param(ada)
                .update();
        assertThat(metrics.overdue().toDays()).isGreaterThan(365 * 26);
        api.admin()
                .actuate("/leagues", Map.of("action", "end", "week", "2000-08-07"))
                .isInvalid("week");

        var report = api.admin()
                .actuate("/leagues", Map.of("action", "end", "week", "2000-08-06"))
                .has(200);

        assertThat(report.at("/weeks")
                        .valueStream()
                        .filter(each -> each.at("/week").asString().equals("2000-08-06")))
                .allMatch(each -> each.at("/points").asInt() == 7
                        && each.at("/failure").asString().contains("without a proof"));
        assertThat(weeks.over(LocalDate.parse("2000-09-01"))).doesNotContain(week);
        assertThat(member(week, ada).orElseThrow().place()).isEqualTo(1);
        assertThat(metrics.overdue()).isZero();
    }

    @Test
    void weeksThatEndedLongAgoAreDeletedInParts() {
        var week = pastWeeks.with("2000-08-13", Map.of(ada, 1));
        assertThat(rollover.end(week)).isTrue();
        var open = pastWeeks.with("2000-08-20", Map.of(ada, 1, ben, 1));

        while (expiry.expire(1) > 0) {}

        assertThat(member(week, ada)).isEmpty();
        assertThat(cohorts.after(week, 0, 10)).isEmpty();
        assertThat(jdbc.sql("SELECT COUNT(*) FROM league_week WHERE first_day = '2000-08-13'")
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(member(open, ben)).isPresent();
    }

    private long told() {
        return jdbc.sql("SELECT COUNT(*) FROM feed WHERE type = 'league.ended'")
                .query(Long.class)
                .single();
    }

    private Optional<CohortMember> member(Week week, long learner) {
        return members.cohort(week, learner).stream()
                .filter(member -> member.learner() == learner)
                .findFirst();
    }
}
