package io.streakboard.identity.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class LearnerPrivacyIntegrationTests {

    private static final Duration LOCK = Duration.ofDays(3);

    private final long learner = Learners.next();
    private final Api api;
    private final JdbcClient jdbc;
    private final PrivacyTable table;
    private final PauseTable pauseTable;
    private final LearnerPrivacy privacy;
    private final TransactionTemplate transactions;
    private final BusinessTime time;
    private final TaskScheduler scheduler;

    LearnerPrivacyIntegrationTests(
            Api api,
            JdbcClient jdbc,
            PrivacyTable table,
            PauseTable pauseTable,
            LearnerPrivacy privacy,
            TransactionTemplate transactions,
            BusinessTime time,
            TaskScheduler scheduler) {
        this.api = api;
        this.jdbc = jdbc;
        this.table = table;
        this.pauseTable = pauseTable;
        this.privacy = privacy;
        this.transactions = transactions;
        this.time = time;
        this.scheduler = scheduler;
    }

    /** Another instance. */
    private LearnerPrivacy instance(Visibility usual, boolean choice) {
        var properties = new PrivacyProperties(usual, choice, LOCK);
        var lock = new PrivacyLock(properties, time);
        return new LearnerPrivacy(
                table,
                new LearnerPauses(pauseTable, lock, time),
                properties,
                lock,
                new RetriedTransactions(transactions),
                scheduler);
    }

    private Answer choose(String board) {
        return api.learner(learner).put("/api/me/privacy", Map.of("board", board));
    }

    @Test
    void aChoiceStaysForThreeDaysAndTheSameAgainChangesNothing() {
        var before = api.learner(learner).get("/api/me/privacy").has(200);
        assertThat(before.at("/board").asString()).isEqualTo("shown");
        assertThat(before.at("/choice").asBoolean()).isTrue();
        assertThat(before.at("/changeableAt").isNull()).isTrue();
        assertThat(choose("shown").has(200).body()).isEqualTo(before.body());

        var hidden = choose("hidden").has(200);
        assertThat(hidden.at("/board").asString()).isEqualTo("hidden");
        var end = Instant.parse(hidden.at("/changeableAt").asString());
        assertThat(end)
                .isBetween(time.now().plus(LOCK).minusSeconds(600), time.now().plus(LOCK));
        assertThat(choose("hidden").has(200).body()).isEqualTo(hidden.body());
        assertThat(api.learner(learner).get("/api/me/privacy").body()).isEqualTo(hidden.body());
        var locked = choose("number").isProblem(409, "privacy-not-changeable");
        assertThat(locked.at("/code").asString()).isEqualTo("locked");
        assertThat(locked.at("/parameters/changeableAt").asString()).isEqualTo(end.toString());

        jdbc.sql("UPDATE learner_privacy SET changed_at = changed_at - INTERVAL 3 DAY WHERE user_id = ?")
                .param(learner)
                .update();
        assertThat(choose("number").has(200).at("/board").asString()).isEqualTo("number");
    }

    @Test
    void unknownChoicesAreInvalid() {
        choose("nobody").isInvalid("board");
        choose("HIDDEN").isInvalid("board");
        api.learner(learner).put("/api/me/privacy", Map.of()).isInvalid("board");
        assertThat(table.of(learner)).isEmpty();
    }

    @Test
    void anotherInstanceReadsTheChoice() {
        var another = instance(Visibility.SHOWN, true);
        another.start();
        try {
            assertThat(another.visibility(learner)).isEqualTo(Visibility.SHOWN);
            choose("hidden").has(200);
            assertThat(privacy.visibility(learner)).isEqualTo(Visibility.HIDDEN);
            await().until(() -> another.visibility(learner) == Visibility.HIDDEN);
            assertThat(another.version()).isGreaterThanOrEqualTo(privacy.version());
        } finally {
            another.stop();
        }
    }

    @Test
    void aChoiceOfTheDefaultOutlivesTheDefault() {
        choose("shown").has(200);
        var restarted = instance(Visibility.HIDDEN, true);
        restarted.start();
        restarted.stop();

        assertThat(restarted.visibility(learner)).isEqualTo(Visibility.SHOWN);
        assertThat(restarted.visibility(Learners.next())).isEqualTo(Visibility.HIDDEN);
        assertThat(choose("hidden").has(200).at("/board").asString()).isEqualTo("hidden");
    }

    @Test
    void aWholeInstallationMayBePrivate() {
        choose("number").has(200);
        var closed = instance(Visibility.HIDDEN, false);
        closed.start();
        closed.stop();

        assertThat(closed.visibility(learner)).isEqualTo(Visibility.HIDDEN);
        assertThat(closed.visibility(Learners.next())).isEqualTo(Visibility.HIDDEN);
        closed.change(learner, Visibility.HIDDEN, null);
        assertThatThrownBy(() -> closed.change(learner, Visibility.SHOWN, null))
                .isInstanceOf(PrivacyNotChangeable.class);
        assertThat(table.of(learner)).get().extracting(PrivacyChoice::board).isEqualTo(Visibility.NUMBER);
    }

    private Answer pause(@Nullable LocalDate until) {
        var wish = new HashMap<String, Object>();
        wish.put("pausedUntil", until);
        return api.learner(learner).put("/api/me/privacy", wish);
    }

    @Test
    void aPauseHidesTheLearnerAndCanEndAtAnyTime() {
        var today = time.today();
        var before = api.learner(learner).get("/api/me/privacy").has(200);
        assertThat(before.at("/pausedUntil").isNull()).isTrue();
        assertThat(before.at("/hiddenUntil").isNull()).isTrue();
        assertThat(before.at("/pauseDaysLeft").asInt()).isEqualTo(60);

        var paused = pause(today.plusDays(9)).has(200);
        assertThat(paused.at("/pausedUntil").asString())
                .isEqualTo(today.plusDays(9).toString());
        assertThat(paused.at("/hiddenUntil").asString())
                .isEqualTo(today.plusDays(9).toString());
        assertThat(paused.at("/board").asString()).isEqualTo("shown");
        assertThat(privacy.visibility(learner)).isEqualTo(Visibility.HIDDEN);
        assertThat(pause(today.plusDays(9)).has(200).body()).isEqualTo(paused.body());

        assertThat(choose("number").has(200).at("/pausedUntil").asString())
                .isEqualTo(today.plusDays(9).toString());
        assertThat(pause(null).has(200).at("/pausedUntil").isNull()).isTrue();
        var ended = pause(null).has(200);
        assertThat(ended.at("/hiddenUntil").asString())
                .isEqualTo(today.plusDays(4).toString());

        jdbc.sql("UPDATE learner_pause SET hidden_from = ?, hidden_until = ? WHERE user_id = ?")
                .params(today.minusDays(4), today, learner)
                .update();
        await().until(() -> privacy.visibility(learner) == Visibility.NUMBER);
    }

    @Test
    void anAdminPausesALearnerAndEndsIt() {
        var today = time.today();
        var until = today.plusDays(5).toString();
        var path = "/api/learners/" + learner + "/pause";
        var wish = new HashMap<String, Object>();
        wish.put("until", until);
        wish.put("reason", "asked by telephone");

        assertThat(api.admin().put(path, wish).has(200).at("/until").asString()).isEqualTo(until);
        assertThat(api.learner(learner)
                        .get("/api/me/privacy")
                        .at("/pausedUntil")
                        .asString())
                .isEqualTo(until);
        wish.put("until", today.minusDays(1).toString());
        api.admin().put(path, wish).isProblem(422, "pause-not-allowed");
        wish.put("until", null);
        assertThat(api.admin().put(path, wish).has(200).at("/until").isNull()).isTrue();
        api.admin().put(path, Map.of("until", until)).isInvalid("reason");
        api.service().put(path, wish).isProblem(403, "forbidden");
    }

    @Test
    void aPauseSoonAfterAChoiceHidesOnceTheLockIsOver() {
        var today = time.today();
        choose("number").has(200);

        var paused = pause(today.plusDays(9)).has(200);

        assertThat(paused.at("/pausedUntil").asString())
                .isEqualTo(today.plusDays(9).toString());
        assertThat(paused.at("/hiddenUntil").isNull()).isTrue();
        assertThat(Instant.parse(paused.at("/changeableAt").asString()))
                .isAfterOrEqualTo(time.startOf(today.plusDays(3)));
        assertThat(privacy.visibility(learner)).isEqualTo(Visibility.NUMBER);
        choose("hidden").isProblem(409, "privacy-not-changeable");
    }

    /** Instances of a former version write no such days. */
    @Test
    void aPauseWithoutDaysOfHidingHidesOnItsOwnDays() {
        jdbc.sql("INSERT INTO learner_pause (user_id, from_day, until_day) VALUES (?, ?, ?)")
                .params(learner, time.today().minusDays(1), time.today().plusDays(1))
                .update();

        await().until(() -> privacy.visibility(learner) == Visibility.HIDDEN);
        assertThat(pause(null).has(200).at("/hiddenUntil").asString())
                .isEqualTo(time.today().plusDays(3).toString());
    }

    @Test
    void aPauseAndItsEndDoNotWalkRoundTheLock() {
        var today = time.today();
        for (int round = 0; round < 3; round++) {
            pause(today.plusDays(1)).has(200);
            assertThat(privacy.visibility(learner)).isEqualTo(Visibility.HIDDEN);
            var ended = pause(null).has(200);

            assertThat(ended.at("/pausedUntil").isNull()).isTrue();
            assertThat(ended.at("/pauseDaysLeft").asInt()).isEqualTo(60);
            assertThat(privacy.visibility(learner)).as("for three days").isEqualTo(Visibility.HIDDEN);
            assertThat(ended.at("/hiddenUntil").asString())
                    .isEqualTo(today.plusDays(4).toString());
        }
    }

    @Test
    void choiceAndPauseChangeTogetherOrNotAtAll() {
        var until = time.today().plusDays(2).toString();
        var both = Map.of("board", "hidden", "pausedUntil", until);
        assertThat(api.learner(learner)
                        .put("/api/me/privacy", both)
                        .has(200)
                        .at("/pausedUntil")
                        .asString())
                .isEqualTo(until);

        api.learner(learner)
                .put(
                        "/api/me/privacy",
                        Map.of(
                                "board",
                                "shown",
                                "pausedUntil",
                                time.today().plusDays(9).toString()))
                .isProblem(409, "privacy-not-changeable");

        assertThat(api.learner(learner)
                        .get("/api/me/privacy")
                        .at("/pausedUntil")
                        .asString())
                .isEqualTo(until);
    }

    @Test
    void noPauseIsTooLongOrOver() {
        for (var over : List.of(time.today(), time.today().minusDays(1), LocalDate.of(1, 1, 1))) {
            assertThat(pause(over)
                            .isProblem(422, "pause-not-allowed")
                            .at("/code")
                            .asString())
                    .isEqualTo("not-ahead");
        }
        for (var late : List.of(time.today().plusDays(121), LocalDate.of(9999, 12, 31))) {
            var tooLong = pause(late).isProblem(422, "pause-not-allowed");
            assertThat(tooLong.at("/code").asString()).isEqualTo("too-long");
            assertThat(tooLong.at("/parameters/most").asInt()).isEqualTo(60);
        }
        api.learner(learner)
                .put("/api/me/privacy", Map.of("pausedUntil", "2026-02-30"))
                .isInvalid("pausedUntil");
        api.learner(learner).put("/api/me/privacy", Map.of("pausedUntil", 7)).isInvalid("pausedUntil");
        assertThat(pauseTable.of(learner).all()).isEmpty();
    }

    @Test
    void manyPausesAtTheSameMomentAreOne() {
        var answers = Stream.generate(() -> CompletableFuture.runAsync(
                        () -> pause(time.today().plusDays(5)).has(200)))
                .limit(8)
                .toList();
        answers.forEach(CompletableFuture::join);
        assertThat(pauseTable.of(learner).all()).hasSize(1);
    }

    @Test
    void exportLookUpAndDeletionReachIt() {
        choose("hidden").has(200);
        pause(time.today().plusDays(3)).has(200);

        var export = api.learner(learner).get("/api/learners/me/export").has(200);
        assertThat(export.at("/data/privacy/board").asString()).isEqualTo("hidden");
        assertThat(export.at("/data/privacy/pauses/0/until").asString())
                .isEqualTo(time.today().plusDays(3).toString());
        assertThat(export.at("/data/privacy/pauses/0/hidden").propertyNames())
                .containsExactlyInAnyOrder("from", "until");
        assertThat(api.admin()
                        .actuator("/learners/" + learner)
                        .has(200)
                        .at("/facts/privacy/board")
                        .asString())
                .isEqualTo("hidden");

        transactions.executeWithoutResult(status -> privacy.on(new LearnerDeleted(learner)));
        transactions.executeWithoutResult(status -> privacy.on(new LearnerDeleted(learner))); // twice is as once
        await().until(() -> !privacy.knows(learner));
    }
}
