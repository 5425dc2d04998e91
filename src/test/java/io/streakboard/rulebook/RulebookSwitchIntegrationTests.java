package io.streakboard.rulebook;

import static io.streakboard.support.Api.activities;
import static io.streakboard.support.Api.activity;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.SecondInstance;
import io.streakboard.rulebook.RulebookSwitchIntegrationTests.SharedClock;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** Two instances change over to other rules under load: each answer is right by the instant to which it belongs. */
@IntegrationTest
@Import(SharedClock.class)
@TestPropertySource(properties = "streakboard.rulebook.source=database")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DirtiesContext
class RulebookSwitchIntegrationTests {

    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final int AT_ONCE = 4;
    private static final int LEARNERS = 200;
    private static final int VERSIONS = 6;
    private static final Duration A_MOMENT = Duration.ofMillis(300);

    /** The clock of both instances. It runs on, and is moved ahead to what comes next. */
    @Primary
    static class SharedClock extends Clock {

        private static volatile Duration ahead =
                Duration.between(Instant.now(), Instant.parse("2026-11-18T12:00:00+08:00"));

        static void moveTo(Instant instant) {
            ahead = Duration.between(Instant.now(), instant);
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("nobody asks for it");
        }
    }

    private record LearnerDay(String learner, LocalDate day) {}

    private record Answer(Instant occurredAt, int points) {}

    private final ConfigurableEnvironment environment;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final Rulebook rulebook;
    private final Api one;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private ConfigurableApplicationContext second;
    private Api other;

    RulebookSwitchIntegrationTests(
            ConfigurableEnvironment environment, BusinessTime time, JdbcClient jdbc, Rulebook rulebook, Api one) {
        this.environment = environment;
        this.time = time;
        this.jdbc = jdbc;
        this.rulebook = rulebook;
        this.one = one;
    }

    @BeforeAll
    void start() {
        second = SecondInstance.start(environment, Map.of(), Api.class, SharedClock.class);
        other = second.getBean(Api.class);
    }

    @AfterAll
    void stop() {
        threads.shutdownNow();
        second.close();
    }

    /** In Shanghai a day ends while it is 16:00 in UTC. */
    @Test
    void aLadderThatChangesAtMidnightPaysEachSignInByItsOwnDay() throws Exception {
        var today = time.today();
        var midnight = time.startOf(today.plusDays(1));
        assertThat(publish(one, "{\"signIn\": {\"ladder\": [70, 80]}}")).isEqualTo(midnight);
        SharedClock.moveTo(midnight.minus(Duration.ofMinutes(1))); // tokens are of this evening
        var learners = IntStream.range(0, LEARNERS)
                .mapToObj(i -> Long.toString(Learners.next()))
                .toList();
        var callers = new ConcurrentHashMap<String, Caller>();
        learners.forEach(learner ->
                callers.put(learner, (callers.size() % 2 == 0 ? one : other).learner(Long.parseLong(learner))));
        var paid = new ConcurrentHashMap<LearnerDay, Integer>();

        SharedClock.moveTo(midnight.minus(A_MOMENT));
        var signing = IntStream.range(0, AT_ONCE)
                .<Future<?>>mapToObj(part -> threads.submit(() -> {
                    for (boolean last = false; !last; ) {
                        last = time.now().isAfter(midnight);
                        for (int i = part; i < LEARNERS; i += AT_ONCE) {
                            signIn(learners.get(i), requireNonNull(callers.get(learners.get(i))), paid);
                        }
                    }
                }))
                .toList();
        for (var each : signing) {
            each.get();
        }

        var expected = new HashMap<LearnerDay, Integer>();
        for (var learner : learners) {
            boolean before = paid.containsKey(new LearnerDay(learner, today));
            if (before) {
                expected.put(new LearnerDay(learner, today), 10);
            }
            expected.put(new LearnerDay(learner, today.plusDays(1)), before ? 80 : 70);
        }
        assertThat(paid).isEqualTo(expected);
        assertThat(paid).containsValues(10, 80);
        await().untilAsserted(() -> assertThat(signInsInLedger(learners)).isEqualTo(expected));
    }

    private static void signIn(String learner, Caller caller, Map<LearnerDay, Integer> paid) {
        var answer = caller.post("/api/sign-ins");
        var day = new LearnerDay(learner, LocalDate.parse(answer.at("/day").asString()));
        if (answer.status() == 201) {
            paid.put(day, answer.at("/points").asInt());
        } else {
            answer.has(200);
            assertThat(answer.at("/points").asInt()).isEqualTo(paid.get(day));
        }
    }

    private Map<LearnerDay, Integer> signInsInLedger(List<String> learners) {
        var rows = new HashMap<LearnerDay, Integer>();
        jdbc.sql("SELECT user_id, day, points FROM points_record_%d WHERE type = 'SIGN_IN' AND user_id IN (:learners)"
                        .formatted(season()))
                .param("learners", learners)
                .query(row -> {
                    rows.put(new LearnerDay(row.getString(1), row.getObject(2, LocalDate.class)), row.getInt(3));
                });
        return rows;
    }

    private long season() {
        return jdbc.sql("SELECT id FROM season WHERE state = 'OPEN'")
                .query(Long.class)
                .single();
    }

    /** As fast as a version may follow another. */
    @Test
    void everyAnswerIsRightWhileVersionsFollowEachOther() throws Exception {
        publishAndMove(one, 10);
        var points = new TreeMap<Instant, Integer>(Map.of(Instant.MIN, 10));
        var answers = new ConcurrentHashMap<Long, Answer>();
        var answered = Map.of(one, new AtomicInteger(), other, new AtomicInteger());
        var over = new AtomicBoolean();
        var working = Stream.of(one, other, one, other)
                .<Future<?>>map(instance -> threads.submit(() -> {
                    var service = instance.service();
                    while (!over.get()) {
                        var learner = Learners.next();
                        answers.put(learner, lesson(service, learner));
                        requireNonNull(answered.get(instance)).incrementAndGet();
                    }
                }))
                .toList();

        for (int version = 1; version <= VERSIONS; version++) {
            var publisher = version % 2 == 0 ? one : other;
            points.put(publishAndMove(publisher, 10 + version), 10 + version);
            var enough = answered.values().stream()
                    .<Runnable>map(count -> {
                        int before = count.get();
                        return () -> await().until(() -> count.get() > before + AT_ONCE);
                    })
                    .toList();
            enough.forEach(Runnable::run);
        }
        over.set(true);
        for (var each : working) {
            each.get();
        }

        assertThat(answers.values())
                .allSatisfy(answer -> assertThat(answer.points())
                        .as("%s", answer)
                        .isEqualTo(points.floorEntry(answer.occurredAt()).getValue()));
        assertThat(answers.values()).extracting(Answer::points).containsAll(points.values());
    }

    private Answer lesson(Caller service, long learner) {
        var occurredAt = time.now().truncatedTo(ChronoUnit.MILLIS);
        var answer = service.post("/api/activities", activities(List.of(activity(learner, "LESSON", "s", occurredAt))))
                .has(200);
        return new Answer(occurredAt, answer.at("/results/0/points").asInt());
    }

    private Instant publishAndMove(Api publisher, int points) {
        var validFrom =
                publish(publisher, "{\"types\": {\"LESSON\": {\"points\": %d, \"dailyCap\": 1000}}}".formatted(points));
        SharedClock.moveTo(validFrom.minusMillis(20));
        await().until(() -> time.now().isAfter(validFrom));
        return validFrom;
    }

    /** Returns when the version will be valid. Both instances know it by then. */
    private Instant publish(Api publisher, String patch) {
        var answer = publisher
                .admin()
                .patch(
                        "/api/rulebook",
                        MERGE_PATCH,
                        patch.getBytes(StandardCharsets.UTF_8),
                        "If-Match",
                        "\"" + rulebook.version() + "\"")
                .has(201);
        rulebook.refresh();
        second.getBean(Rulebook.class).refresh();
        return Instant.parse(answer.at("/validFrom").asString());
    }
}
