package io.streakboard.badges;

import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.badges.GivenTable.IssuedBadge;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.opening.OpeningBalances;
import io.streakboard.points.opening.OpeningBalances.Balance;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

@IntegrationTest
class BadgesIntegrationTests {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-18");

    private final long learner = Learners.next();
    private final Api api;
    private final BadgeSection badges;
    private final BadgeListener listener;
    private final GivenTable given;
    private final LearnerStatistics statistics;
    private final DeletedLearners deleted;
    private final RetriedTransactions transactions;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final OpeningBalances opening;

    BadgesIntegrationTests(
            Api api,
            BadgeSection badges,
            BadgeAwarder awarder,
            GivenTable given,
            LearnerStatistics statistics,
            DeletedLearners deleted,
            RetriedTransactions transactions,
            BusinessTime time,
            JdbcClient jdbc,
            OpeningBalances opening) {
        this.jdbc = jdbc;
        this.opening = opening;
        this.api = api;
        this.badges = badges;
        this.listener =
                new BadgeListener(badges, awarder, time); // without the proxy, which would call it in the background
        this.given = given;
        this.statistics = statistics;
        this.deleted = deleted;
        this.transactions = transactions;
        this.time = time;
    }

    @Test
    void daysAreCountedInAnyOrder() {
        for (int back = 1; back <= 4; back++) {
            signIn(TODAY.minusDays(back));
        }
        await().until(() -> value("regular") == 4);
        assertThat(level("regular", 5).path("givenAt").isNull()).isTrue();

        signIn(TODAY.minusDays(40));

        await().until(() -> level("regular", 5).path("givenAt").isString());
        assertThat(level("regular", 50).path("givenAt").isNull()).isTrue();
        assertThat(value("regular")).isEqualTo(5);
        assertThat(value("month-of-days")).isEqualTo(4);
    }

    @Test
    void aStreakDeliveredTwiceIsGivenOnce() {
        var days = IntStream.rangeClosed(1, 30).mapToObj(TODAY::minusDays).toList();
        take(days.stream().map(this::signInOf).toList());
        await().until(() -> level("month-of-days", 30).path("givenAt").isString()
                && level("saver", 200).path("givenAt").isString());
        var first = given.of(learner);

        var recorded = new SignInsRecorded(days.reversed().stream()
                .map(day -> new SignIn(learner, day, Kind.REGULAR, 30, 10, time.startOf(day), 0))
                .toList());
        listener.on(recorded);
        listener.on(recorded);

        assertThat(given.of(learner))
                .isEqualTo(first)
                .extracting(IssuedBadge::badge)
                .contains("month-of-days", "regular");
        assertThat(badge("month-of-days").path("value").isNull()).isTrue();
    }

    @Test
    void anOpeningBalanceCounts() {
        opening.add(List.of(new Balance(learner, 200, "old")), 1);

        await().until(() -> level("saver", 200).path("givenAt").isString());
    }

    @Test
    void aCorrectionTakesNothingAway() {
        reviews(20, "2026-11-17T04:00:00Z");
        await().until(() -> level("reviewer", 20).path("givenAt").isString()
                && level("saver", 200).path("givenAt").isString());

        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", -150, "reason", "r", "requestId", "badge-" + learner))
                .has(201);
        listener.on(awarded("REVIEW", 1));

        assertThat(api.learner(learner)
                        .get("/api/points/all-time")
                        .has(200)
                        .at("/points")
                        .asInt())
                .isEqualTo(50);
        assertThat(level("saver", 200).path("givenAt").isString()).isTrue();
        assertThat(level("reviewer", 20).path("givenAt").isString()).isTrue();
        assertThat(value("reviewer")).isEqualTo(20);
    }

    @Test
    void anEventGivesNothingByItself() {
        listener.on(awarded("REVIEW", 1_000_000));
        listener.on(new SignInsRecorded(
                List.of(new SignIn(learner, TODAY, Kind.REGULAR, 365, 10, time.startOf(TODAY), 0))));

        assertThat(given.of(learner)).isEmpty();
    }

    @Test
    void concurrentAwardsGiveOnce() throws Exception {
        var reviewer = badges.named("reviewer").orElseThrow();
        for (int round = 0; round < 5; round++) {
            long other = Learners.next();
            take(IntStream.range(0, 20)
                    .mapToObj(i -> activity(other, "REVIEW", "r" + i, "2026-11-17T04:00:00Z"))
                    .toList());
            var published = Collections.synchronizedList(new ArrayList<>());
            var awarder = new BadgeAwarder(given, statistics, deleted, published::add, transactions, time);
            await().until(() ->
                    given.of(other).stream().anyMatch(each -> each.badge().equals("reviewer"))); // the listener is done
            jdbc.sql("DELETE FROM badge_given WHERE user_id = ?").param(other).update();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var tries = IntStream.range(0, 4)
                        .mapToObj(i -> threads.submit(() -> awarder.give(Map.of(reviewer, Set.of(other)))))
                        .toList();
                int all = 0;
                for (var each : tries) {
                    all += each.get();
                }
                assertThat(all).isEqualTo(1);
            }
            assertThat(published)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            BadgeGiven.class,
                            event -> assertThat(event.badges()).singleElement().satisfies(badge -> {
                                assertThat(badge.learner()).isEqualTo(other);
                                assertThat(badge.badge()).isEqualTo("reviewer");
                                assertThat(badge.level()).isEqualTo(20);
                            }));
        }
    }

    @Test
    void theBadgesOfALearnerAreExportedAndDeleted() {
        reviews(20, "2026-11-16T04:00:00Z");
        await().until(() -> level("reviewer", 20).path("givenAt").isString());

        var export = api.learner(learner).get("/api/learners/me/export").has(200);
        assertThat(export.at("/data/badges").values().stream()
                        .map(badge -> badge.path("badge").asString()))
                .contains("reviewer", "saver");
        assertThat(export.at("/data/badges/0/learner").asString()).isEqualTo(Long.toString(learner));
        api.admin().delete("/api/learners/" + learner).has(202);
        await().until(() -> given.of(learner).isEmpty());
        listener.on(awarded("REVIEW", 10));
        assertThat(given.of(learner)).isEmpty();
    }

    @Test
    void everyBadgeIsShownWithItsCondition() {
        var answer = api.learner(learner).get("/api/badges").has(200);

        assertThat(answer.each("items", "name"))
                .containsExactly(
                        "month-of-days", "regular", "reviewer", "saver", "podium", "crowned", "first-in-bronze");
        assertThat(answer.at("/items/0/image").asString()).isEqualTo("https://cdn.example.org/month-of-days.png");
        assertThat(answer.at("/items/1/condition").asString()).isEqualTo("days-signed >= N");
        assertThat(answer.at("/items/4/levels/0/level").asInt()).isEqualTo(3);
    }

    @Test
    void aNewLearnerIsAtZeroAndHasNoRank() {
        var items = api.learner(learner).get("/api/badges").has(200).list("items");

        assertThat(items).allSatisfy(badge -> {
            if (badge.path("name").asString().equals("podium")) {
                assertThat(badge.path("value").isNull()).isTrue();
            } else {
                assertThat(badge.path("value").isNumber()).isTrue();
                assertThat(badge.path("value").asLong()).isZero();
            }
        });
    }

    private PointsAwarded awarded(String type, int points) {
        return new PointsAwarded(
                List.of(new Award(learner, 1, type, points, "any", points, 0, time.now(), null, null, null)));
    }

    private void reviews(int number, String at) {
        take(IntStream.range(0, number)
                .mapToObj(i -> activity(learner, "REVIEW", "review-" + i, at))
                .toList());
    }

    private void signIn(LocalDate day) {
        take(List.of(signInOf(day)));
    }

    private Map<String, Object> signInOf(LocalDate day) {
        return activity(learner, "SIGN_IN", day.toString(), time.startOf(day).plusSeconds(3600));
    }

    private void take(List<Map<String, Object>> done) {
        api.take(done);
    }

    private long value(String name) {
        return badge(name).path("value").asLong(0);
    }

    private JsonNode level(String name, long level) {
        return badge(name).path("levels").values().stream()
                .filter(each -> each.path("level").asLong() == level)
                .findFirst()
                .orElseThrow();
    }

    private JsonNode badge(String name) {
        return api.learner(learner).get("/api/badges").has(200).list("items").stream()
                .filter(badge -> badge.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
