package io.streakboard.leagues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.web.Cursor;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Weeks of 2000-03, 2000-04 and 2000-05 belong to this class. */
@IntegrationTest
class LeaguesIntegrationTests {

    private static final LocalDate THIS_WEEK = LocalDate.parse("2026-11-16");

    private final long ada = Learners.next();
    private final long ben = Learners.next();
    private final Api api;
    private final WeekTable weeks;
    private final WeekRollover rollover;
    private final Enrollment enrollment;
    private final MemberTable members;
    private final CohortTable cohorts;
    private final CohortMerge merging;
    private final JdbcClient jdbc;
    private final PastWeeks pastWeeks;

    LeaguesIntegrationTests(
            Api api,
            WeekTable weeks,
            WeekRollover rollover,
            Enrollment enrollment,
            MemberTable members,
            CohortTable cohorts,
            CohortMerge merging,
            JdbcClient jdbc) {
        this.api = api;
        this.weeks = weeks;
        this.rollover = rollover;
        this.enrollment = enrollment;
        this.members = members;
        this.cohorts = cohorts;
        this.merging = merging;
        this.jdbc = jdbc;
        this.pastWeeks = new PastWeeks(api, jdbc, enrollment);
    }

    @Test
    void aLearnerEntersWithTheFirstPointsOfTheWeek() {
        var before = current(ada).has(200);
        assertThat(before.at("/tier").asString()).isEqualTo("bronze");
        assertThat(before.at("/tiers")).hasSize(5);
        assertThat(before.at("/items")).isEmpty();
        assertThat(before.at("/zones").isNull()).isTrue();
        assertThat(before.at("/week").asString()).isEqualTo(THIS_WEEK.toString());
        assertThat(before.at("/endsAt").asString()).isEqualTo("2026-11-22T16:00:00Z");

        learn(ada, "league-1", "2026-11-18T03:00:00Z");

        await().untilAsserted(
                        () -> assertThat(current(ada).each("items", "member")).contains("" + ada));
        long one = current(ada).at("/me/score").asLong();
        assertThat(one).isPositive();

        learn(ada, "league-1", "2026-11-18T03:00:00Z");
        learn(ada, "league-2", "2026-11-17T03:00:00Z");

        await().untilAsserted(
                        () -> assertThat(current(ada).at("/me/score").asLong()).isEqualTo(2 * one));
        assertThat(api.service()
                        .get("/api/learners/" + ada + "/leagues/current")
                        .has(200)
                        .at("/me/score")
                        .asLong())
                .isEqualTo(2 * one);
    }

    @Test
    void pointsOfAnotherWeekAndOfSignInsDoNotCount() {
        learn(ada, "before", "2026-11-15T15:59:59Z"); // Sunday, in the zone of the installation
        api.take(List.of(Api.activity(ada, "SIGN_IN", "2026-11-17", "2026-11-17T03:00:00Z")));
        learn(ben, "monday", "2026-11-15T16:00:00Z");

        await().untilAsserted(
                        () -> assertThat(current(ben).each("items", "member")).contains("" + ben));
        assertThat(current(ada).has(200).at("/items")).isEmpty();
    }

    @Test
    void aHiddenLearnerHasAPseudonym() {
        api.learner(ben).put("/api/me/privacy", Map.of("board", "hidden")).has(200);
        var week = pastWeeks.with(Map.of(ada, 2, ben, 1));
        long cohort = member(week, ada).orElseThrow().cohort();
        assertThat(member(week, ben).orElseThrow().cohort()).isEqualTo(cohort);
        jdbc.sql("UPDATE league_member SET first_day = ? WHERE cohort_id = ?")
                .params(THIS_WEEK, cohort)
                .update();
        jdbc.sql("DELETE FROM league_week WHERE first_day = ?")
                .param(week.first())
                .update(); // or enrollment waits for its end

        await().untilAsserted(() ->
                assertThat(current(ada).at("/items/1/member").asString()).startsWith("~"));
        assertThat(current(ada).at("/items/1/name").isNull()).isTrue();
        assertThat(current(ben).at("/items/1/member").asString()).isEqualTo("" + ben);
    }

    @Test
    void aWeekEndsOnceWithPlacesAndNextTiers() {
        var learners = LongStream.range(0, 5).mapToObj(i -> Learners.next()).toList();
        var week = pastWeeks.with(Map.of(
                learners.get(0), 5,
                learners.get(1), 4,
                learners.get(2), 3,
                learners.get(3), 3,
                learners.get(4), 1));
        long events = told();

        assertThat(rollover.end(week)).isTrue();
        assertThat(rollover.end(week)).isTrue();

        assertThat(told()).isEqualTo(events + 1);
        var placed = members.inOrder(
                List.of(member(week, learners.getFirst()).orElseThrow().cohort()));
        assertThat(placed).extracting(CohortMember::learner).containsExactlyInAnyOrderElementsOf(learners);
        assertThat(placed).extracting(CohortMember::points).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(placed).extracting(CohortMember::place).containsExactly(1, 2, 3, 4, 5);
        assertThat(placed)
                .extracting(CohortMember::nextTier)
                .containsExactly("silver", "bronze", "bronze", "bronze", "bronze");
        var history =
                api.learner(learners.getFirst()).get("/api/leagues/history").has(200);
        assertThat(history.at("/items/0/moved").asString()).isEqualTo("promoted");
        assertThat(history.at("/items/0/place").asInt()).isEqualTo(1);
        assertThat(history.at("/items/0/active").asInt()).isEqualTo(5);
        assertThat(current(learners.getFirst()).at("/tier").asString()).isEqualTo("silver");
    }

    /** The second week groups learners by their activity in the first. */
    @Test
    void theNextWeekEnrollsByTierAndActivityBand() {
        var first = pastWeeks.with(Map.of(ada, 1, ben, 7));
        assertThat(rollover.end(first)).isTrue();

        var second = pastWeeks.with(first.next().toString(), Map.of(ada, 1, ben, 1));

        assertThat(member(second, ada).orElseThrow().cohort())
                .isNotEqualTo(member(second, ben).orElseThrow().cohort());
        merging.merge(second);
        assertThat(member(second, ada).orElseThrow().cohort())
                .isEqualTo(member(second, ben).orElseThrow().cohort());
        assertThat(rollover.end(second)).isTrue();
        assertThat(members.of(ada)).extracting(CohortMember::week).containsExactly(first.first(), second.first());
        assertThat(api.admin()
                        .get("/api/learners/" + ada + "/export")
                        .has(200)
                        .at("/data/leagues/0")
                        .propertyNames())
                .containsExactly("week", "tier", "points", "place", "nextTier");
        assertThat(api.learner(ada)
                        .get("/api/leagues/history?limit=1")
                        .has(200)
                        .at("/next")
                        .isNull())
                .isFalse();
    }

    @Test
    void aWeekWithAMissingMemberOrOtherPointsIsMended() {
        var week = pastWeeks.with(Map.of(ada, 2, ben, 1));
        jdbc.sql("DELETE FROM league_member WHERE user_id = ?").param(ada).update();
        jdbc.sql("UPDATE league_member SET points = 999 WHERE user_id = ?")
                .param(ben)
                .update();

        assertThat(rollover.end(week)).isTrue();

        assertThat(member(week, ada).orElseThrow().place()).isEqualTo(1);
        assertThat(member(week, ben).orElseThrow().place()).isEqualTo(2);
    }

    /** A member with points in a cohort but none in the ledger, such as points of a removed type. */
    @Test
    void aWeekThatDoesNotAddUpDoesNotEndBeforeItIsCountedAgain() {
        var week = pastWeeks.with(Map.of(ada, 2));
        var cohort = member(week, ada).orElseThrow().cohort();
        jdbc.sql("""
                        INSERT INTO league_member (user_id, first_day, cohort_id, seat, tier, points, reached_at)
                        VALUES (?, ?, ?, 29, 'bronze', 5, UTC_TIMESTAMP())
                        """).params(ben, week.first(), cohort).update();
        long events = told();

        assertThat(rollover.end(week)).isFalse();

        assertThat(told()).isEqualTo(events);
        assertThat(jdbc.sql("SELECT failure FROM league_week WHERE first_day = ?")
                        .param(week.first())
                        .query(String.class)
                        .single())
                .contains("2 learners have", "1 have");
        assertThat(rollover.end(week)).isTrue();
        assertThat(member(week, ben).orElseThrow().points()).isZero();
        assertThat(member(week, ada).orElseThrow().active()).isEqualTo(1);
    }

    /** For a minute after midnight the week before has not ended yet. */
    @Test
    void untilAWeekHasEndedItsTierIsShown() {
        var week = pastWeeks.with(Map.of(ada, 1));
        jdbc.sql("UPDATE league_member SET tier = 'gold' WHERE user_id = ?")
                .param(ada)
                .update();

        assertThat(current(ada).has(200).at("/tier").asString()).isEqualTo("gold");

        assertThat(rollover.end(week)).isTrue();
        assertThat(current(ada).has(200).at("/tier").asString()).isEqualTo("gold");
    }

    @Test
    void pointsThatAreRecordedAfterTheSealDoNotCount() {
        var week = pastWeeks.with(Map.of(ada, 1));
        weeks.seal(week);
        pastWeeks.learn(ben, week.first().toString(), 3);

        assertThat(rollover.end(week)).isTrue();

        assertThat(member(week, ben)).isEmpty();
    }

    @Test
    void aDeletedLearnerLeavesAndDoesNotComeBack() {
        var week = pastWeeks.with(Map.of(ada, 2, ben, 1));
        api.admin().delete("/api/learners/" + ben).has(202);
        await().untilAsserted(() -> assertThat(member(week, ben)).isEmpty());
        members.on(new LearnerDeleted(ben));

        enrollment.enroll(week, List.of(ada, ben));

        assertThat(member(week, ben)).isEmpty();
        assertThat(member(week, ada)).isPresent();
        assertThat(rollover.end(week)).isTrue();
    }

    @Test
    void noSeatIsGivenTwiceUnderConcurrency() {
        var learners = LongStream.range(0, 70).mapToObj(i -> Learners.next()).toList();
        var day = Months.next() + "-05";
        learners.forEach(learner -> pastWeeks.learn(learner, day, 1));
        var week = pastWeeks.begun(day, 2);
        try (var threads = Executors.newFixedThreadPool(8)) {
            IntStream.range(0, 140)
                    .forEach(i -> threads.submit(() -> enrollment.enroll(week, List.of(learners.get(i % 70)))));
        }

        var sizes = cohorts.after(week, 0, 100).stream()
                .map(CohortTable.Cohort::seats)
                .toList();
        assertThat(sizes).allMatch(size -> size <= 30);
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(70);
        assertThat(learners).allMatch(learner -> member(week, learner).isPresent());
        assertThat(rollover.end(week)).isTrue();
        assertThat(members.sums(week).members()).isEqualTo(70);
    }

    @Test
    void adminsSeeTheWeeksAndRehearse() {
        var report =
                api.admin().actuate("/leagues", Map.of("action", "rehearse")).has(200);
        assertThat(report.at("/week").asString()).isEqualTo(THIS_WEEK.toString());
        assertThat(report.at("/rehearsal/promoted").isNumber()).isTrue();
        assertThat(api.admin().actuator("/leagues").at("/rehearsal").isNull()).isTrue();
        api.admin().actuate("/leagues", Map.of("action", "pause")).isInvalid("action");
        api.admin()
                .actuate("/leagues", Map.of("action", "end", "week", THIS_WEEK.toString()))
                .isInvalid("week");
        api.admin().actuate("/leagues", Map.of("action", "end", "week", "x")).isInvalid("week");
    }

    @Test
    void badInputIsRefused() {
        api.learner(ada).get("/api/leagues/history?limit=0").isInvalid("limit");
        api.learner(ada).get("/api/leagues/history?cursor=x").isInvalid("cursor");
        for (var day : List.of("+10000-01-01", "-0001-01-01", "0000-02-29", "2026-11-30")) {
            api.learner(ada)
                    .get("/api/leagues/history?cursor=" + Cursor.of(day))
                    .isInvalid("cursor");
        }
        api.anonymous().get("/api/leagues/current").isProblem(401, "unauthorized");
    }

    private Answer current(long learner) {
        return api.learner(learner).get("/api/leagues/current");
    }

    private void learn(long learner, String source, String at) {
        api.take(List.of(Api.activity(learner, "LESSON", source, at)));
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
