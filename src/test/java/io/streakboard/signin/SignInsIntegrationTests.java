package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.signin.SignIns.Answer;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** {@code sign_in.lua} in both layouts; the application's own drains carry the journal on. */
@IntegrationTest
class SignInsIntegrationTests {

    private static final int PARTITIONS = 4; // as the application has it
    private static final int UNDRAINED = 1;

    private final StringRedisTemplate redis;
    private final RedisConnectionFactory connections;
    private final Restoration restoration;
    private final Archive archive;
    private final BusinessTime time;
    private final JsonMapper json;
    private final JdbcClient jdbc;

    SignInsIntegrationTests(
            StringRedisTemplate redis,
            RedisConnectionFactory connections,
            Restoration restoration,
            Archive archive,
            BusinessTime time,
            JsonMapper json,
            JdbcClient jdbc) {
        this.redis = redis;
        this.connections = connections;
        this.restoration = restoration;
        this.archive = archive;
        this.time = time;
        this.json = json;
        this.jdbc = jdbc;
    }

    @ParameterizedTest
    @EnumSource
    void aStreakCrossesTheEndOfAYearAndALeapDay(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();

        assertThat(streaks(signIns, learner, "2023-12-30", 4)).containsExactly(1, 2, 3, 4);
        assertThat(streaks(signIns, learner, "2024-02-28", 3)).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @EnumSource
    void aStreakMayBeLongerThanTheYearsThatAreAskedForFirst(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();
        var first = LocalDate.parse("2020-01-01");
        int days = 366 + 365 + 365 + 1;

        var streaks = streaks(signIns, learner, first.toString(), days);

        assertThat(streaks.getLast()).isEqualTo(days);
        assertThat(signIns.signIn(List.of(attempt(learner, first.plusDays(days)))))
                .extracting(Answer::streak)
                .containsExactly(days + 1);
    }

    @ParameterizedTest
    @EnumSource
    void aMissedDayBreaksTheStreak(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();

        streaks(signIns, learner, "2022-12-25", 6);

        assertThat(streaks(signIns, learner, "2023-01-01", 2)).containsExactly(1, 2);
    }

    @ParameterizedTest
    @EnumSource
    void neighboursDoNotTouchEachOther(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = 900_000;

        streaks(signIns, learner, "2021-12-28", 4);
        streaks(signIns, learner + PARTITIONS, "2021-01-01", 3);

        assertThat(streaks(signIns, learner + PARTITIONS, "2022-01-01", 1)).containsExactly(1);
        assertThat(streaks(signIns, learner, "2022-01-01", 1)).containsExactly(5);
    }

    @ParameterizedTest
    @EnumSource
    void theSameDayAgainGetsTheSameAnswer(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();
        long other = Learners.next();

        var first = signIns.signIn(learner);
        var others = signIns.signIn(other);
        var again = signIns.signIn(learner);

        assertThat(first.newlySigned()).isTrue();
        assertThat(first.order()).isPositive();
        assertThat(others.order()).isEqualTo(first.order() + 1);
        assertThat(again).isEqualTo(new Answer(first.day(), false, first.streak(), first.points(), first.order()));
    }

    @Test
    void theLadderPaysByStreakAndItsLastStepRepeats() {
        var signIns = signIns(BitmapLayout.PER_LEARNER);
        long learner = Learners.next();

        assertThat(answers(signIns, learner, "2022-03-01", 6))
                .extracting(Answer::points)
                .containsExactly(10, 20, 30, 50, 50, 50);
    }

    @Test
    void milestonesPayOnTop() {
        var signIns = signIns(BitmapLayout.PER_LEARNER, "milestones.2=7", "milestones.4=100");
        long learner = Learners.next();

        assertThat(answers(signIns, learner, "2022-04-01", 5))
                .extracting(Answer::points)
                .containsExactly(10, 27, 30, 150, 50);
    }

    @Test
    void onlyANewSignInIsWrittenToTheJournal() {
        var properties = properties(BitmapLayout.PER_LEARNER, UNDRAINED);
        var keys = new SignInKeys(properties, connections) {
            @Override
            String journal(int partition) {
                return "streak:{0}:undrained-" + SignInsIntegrationTests.class.getSimpleName();
            }
        };
        var signIns = signIns(properties, keys);
        long learner = Learners.next();

        for (int i = 0; i < 3; i++) {
            signIns.signIn(learner);
            signIns.signIn(List.of(attempt(learner, time.today())));
        }

        assertThat(redis.opsForStream().size(keys.journal(0))).isEqualTo(1);
    }

    @Test
    void ofManyAtOnceOneIsNewAndOneRowIsLogged() throws InterruptedException {
        var signIns = signIns(BitmapLayout.PER_LEARNER);
        long learner = Learners.next();
        Callable<Boolean> signIn = () -> signIns.signIn(learner).newlySigned();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var news = threads.invokeAll(Stream.generate(() -> signIn).limit(64).toList());
            assertThat(news.stream().filter(each -> each.resultNow())).hasSize(1);
        }

        await().untilAsserted(() -> assertThat(rows(learner)).isEqualTo(1));
    }

    private long rows(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM sign_in_log WHERE user_id = ?")
                .param(learner)
                .query(Long.class)
                .single();
    }

    private List<Integer> streaks(SignIns signIns, long learner, String first, int days) {
        return answers(signIns, learner, first, days).stream()
                .map(Answer::streak)
                .collect(Collectors.toList());
    }

    private List<Answer> answers(SignIns signIns, long learner, String first, int days) {
        var attempts = new ArrayList<Attempt>();
        for (int i = 0; i < days; i++) {
            attempts.add(attempt(learner, LocalDate.parse(first).plusDays(i)));
        }
        return signIns.signIn(attempts);
    }

    private Attempt attempt(long learner, LocalDate day) {
        return new Attempt(learner, time.startOf(day).plus(Duration.ofHours(1)));
    }

    private SignIns signIns(BitmapLayout layout, String... settings) {
        var properties = properties(layout, PARTITIONS, settings);
        return signIns(properties, new SignInKeys(properties, connections));
    }

    private SignIns signIns(SignInProperties properties, SignInKeys keys) {
        return new SignIns(
                new SignInScript(redis, keys, properties, restoration, archive, time),
                new Crowd(),
                new Journal(redis, keys, properties, json),
                keys,
                properties,
                time);
    }

    private static SignInProperties properties(BitmapLayout layout, int partitions, String... settings) {
        return Settings.of(Stream.concat(Stream.of("layout=" + layout, "partitions=" + partitions), Stream.of(settings))
                .toArray(String[]::new));
    }
}
