package io.streakboard.badges;

import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.runs.RunEnded;
import io.streakboard.runs.RunState;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class BadgeRunsIntegrationTests {

    private final String wanted = UUID.randomUUID().toString();
    private final Api api;
    private final BadgeSection badges;
    private final BadgeRun runs;
    private final RunTable table;
    private final GivenTable given;
    private final JdbcClient jdbc;

    BadgeRunsIntegrationTests(
            Api api, BadgeSection badges, BadgeRun runs, RunTable table, GivenTable given, JdbcClient jdbc) {
        this.api = api;
        this.badges = badges;
        this.runs = runs;
        this.table = table;
        this.given = given;
        this.jdbc = jdbc;
    }

    @Test
    void aBadgeOfTodayIsGivenForThePast() {
        long learner = reviewerWithoutBadge();

        run(wanted);

        assertThat(badges(learner)).contains("reviewer 20");
        var last = table.last().orElseThrow();
        assertThat(last.state()).isEqualTo(RunState.DONE);
        assertThat(last.learnerReached()).isGreaterThanOrEqualTo(learner);
        assertThat(last.given()).isPositive();
    }

    @Test
    void aRunThatWasKilledGoesOnBehindItsLastPage() {
        long done = reviewerWithoutBadge();
        long ahead = reviewerWithoutBadge();
        assertThat(ahead).isGreaterThan(done);
        var killed =
                await().until(() -> table.begin(wanted), run -> run.wanted().equals(wanted));
        table.progress(killed.id(), done, 1, 7);

        run(wanted);

        assertThat(badges(ahead)).contains("reviewer 20");
        assertThat(badges(done)).isEmpty();
        assertThat(table.last().orElseThrow().given()).isGreaterThanOrEqualTo(8);
        assertThatThrownBy(() -> table.progress(killed.id(), done, 1, 0)).isInstanceOf(RunEnded.class);

        run(UUID.randomUUID().toString());
        assertThat(badges(done)).contains("reviewer 20");
    }

    @Test
    void aRunThatIsAskedToStopFailsAndIsGoneOnWith() {
        var run = table.begin(wanted);

        assertThatThrownBy(() -> runs.awardAll(run, badges.all(), () -> true)).isInstanceOf(RunEnded.class);
    }

    @Test
    void whatWasWithdrawnStaysWithdrawn() {
        long learner = reviewerWithoutBadge();
        run(wanted);

        act(Map.of("action", "withdraw", "learner", learner, "badge", "reviewer", "level", 20))
                .has(200);
        act(Map.of("action", "withdraw", "learner", learner, "badge", "reviewer", "level", 20))
                .has(200);
        run(UUID.randomUUID().toString());

        assertThat(api.learner(learner)
                        .get("/api/badges")
                        .has(200)
                        .at("/items/2/levels/0/withdrawnAt")
                        .isString())
                .isTrue();
        act(Map.of("action", "give", "learner", learner, "badge", "reviewer", "level", 20))
                .has(200);
        assertThat(api.learner(learner)
                        .get("/api/badges")
                        .has(200)
                        .at("/items/2/levels/0/withdrawnAt")
                        .isNull())
                .isTrue();
    }

    @Test
    void ranksAndTitlesAreGivenOnceTheSeasonIsSettled() {
        var learners = IntStream.range(0, 4).mapToObj(i -> Learners.next()).toList();
        var month = Months.next();
        for (int i = 0; i < learners.size(); i++) {
            review(learners.get(i), 4 - i, month + "-10T04:00:00Z");
        }
        run(wanted);
        assertThat(badges(learners.getFirst())).isEmpty();
        var season = api.settle(month).at("/season/id").asLong();
        jdbc.sql("""
                        INSERT INTO board_prize (user_id, edition_id, board, period_key, place, points, title, given_at)
                        VALUES (?, ?, 'points', ?, 1, 0, 'Badge champion', UTC_TIMESTAMP())
                        """).params(learners.getFirst(), season, month.toString()).update();

        run(UUID.randomUUID().toString());

        assertThat(badges(learners.getFirst())).containsExactlyInAnyOrder("podium 3", "podium 1", "crowned 1");
        assertThat(badges(learners.get(1))).containsExactly("podium 3");
        assertThat(badges(learners.get(2))).containsExactly("podium 3");
        assertThat(badges(learners.get(3))).isEmpty();
    }

    @Test
    void aWeekOfTheLeaguesIsAnOccasion() {
        long first = Learners.next();
        long ofTwo = Learners.next();
        jdbc.sql(
                        "INSERT IGNORE INTO league_week (first_day, next_day, ended_at) VALUES ('1999-11-01', '1999-11-08', NOW())")
                .update();
        place(first, 3);
        place(ofTwo, 2);

        run(wanted);

        assertThat(badges(first)).containsExactly("first-in-bronze 1");
        assertThat(badges(ofTwo)).isEmpty();
    }

    /** The first place among {@code active} members with points. */
    private void place(long learner, int active) {
        review(learner, 1, "2026-11-12T04:00:00Z");
        jdbc.sql("""
                        INSERT INTO league_member
                            (user_id, first_day, cohort_id, seat, tier, points, reached_at, place, active, next_tier)
                        VALUES (?, '1999-11-01', ?, 0, 'bronze', 10, '1999-11-02', 1, ?, 'silver')
                        """).params(learner, -learner, active).update();
    }

    @Test
    void anAdminGivesWithdrawsAndSeesHowOften() {
        long learner = Learners.next();

        act(Map.of("action", "give", "learner", learner, "badge", "saver")).has(200);
        act(Map.of("action", "give", "learner", learner, "badge", "saver")).has(200);

        assertThat(badges(learner)).containsExactly("saver 200");
        var report = api.admin().actuator("/badges").has(200);
        assertThat(report.each("badges", "name")).contains("month-of-days", "saver");
        assertThat(report.at("/given").values())
                .anySatisfy(level -> assertThat(level.path("badge").asString()).isEqualTo("saver"));
        act(Map.of("action", "give", "learner", learner)).isInvalid("badge");
        act(Map.of("action", "give", "learner", learner, "badge", "unheard-of")).isInvalid("badge");
        act(Map.of("action", "give", "badge", "saver")).isInvalid("learner");
        act(Map.of("action", "give", "learner", 0, "badge", "saver")).isInvalid("learner");
        act(Map.of("action", "give", "learner", learner, "badge", "reviewer")).isInvalid("level");
        act(Map.of("action", "withdraw", "learner", learner, "badge", "reviewer", "level", 21))
                .isInvalid("badge");
        act(Map.of("action", "withdraw", "learner", learner, "badge", "reviewer"))
                .isInvalid("level");
        act(Map.of("action", "withdraw", "learner", learner, "badge", "reviewer", "level", 20))
                .isInvalid("badge");
        act(Map.of("action", "toss")).isInvalid("action");
    }

    @Test
    void whatIsNoLongerConfiguredCanBeWithdrawn() {
        long learner = Learners.next();
        jdbc.sql("INSERT INTO badge_given (user_id, badge, level, given_at) VALUES (?, 'abolished', 7, '2026-11-01')")
                .param(learner)
                .update();

        act(Map.of("action", "withdraw", "learner", learner, "badge", "abolished", "level", 7))
                .has(200);

        assertThat(jdbc.sql("SELECT COUNT(*) FROM badge_given WHERE user_id = ? AND withdrawn_at IS NOT NULL")
                        .param(learner)
                        .query(Long.class)
                        .single())
                .isOne();
    }

    @Test
    void anAdminBeginsARun() {
        long learner = reviewerWithoutBadge();

        await().until(() -> act(Map.of("action", "run")).status() == 200);

        await().until(() -> badges(learner).contains("reviewer 20"));
        await().until(() -> table.last().orElseThrow().state() == RunState.DONE);
        assertThat(api.admin().actuator("/badges").has(200).at("/run/learners").asInt())
                .isPositive();
    }

    private Api.Answer act(Map<String, Object> action) {
        return api.admin().actuate("/badges", action);
    }

    private void run(String wanted) {
        var thread = await().until(() -> runs.begin(wanted, badges.all()), Optional::isPresent)
                .orElseThrow()
                .thread();
        await().until(() -> !thread.isAlive());
        assertThat(table.last().orElseThrow().state()).isEqualTo(RunState.DONE);
    }

    /** With statistics, as if the badge had been added later. */
    private long reviewerWithoutBadge() {
        long learner = Learners.next();
        review(learner, 20, "2026-11-12T04:00:00Z");
        await().until(() -> badges(learner).containsAll(List.of("reviewer 20", "saver 200")));
        jdbc.sql("DELETE FROM badge_given WHERE user_id = ?").param(learner).update();
        return learner;
    }

    private void review(long learner, int number, String at) {
        api.take(IntStream.range(0, number)
                .mapToObj(i -> activity(learner, "REVIEW", "r" + i, at))
                .toList());
    }

    private List<String> badges(long learner) {
        return given.of(learner).stream()
                .map(each -> each.badge() + " " + each.level())
                .toList();
    }
}
