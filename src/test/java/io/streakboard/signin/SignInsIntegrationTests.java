package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.redis.ReplicationAck;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.FixedSignInRules;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.script.Scripts;
import io.streakboard.signin.script.SignInProperties;
import io.streakboard.signin.script.SignInResult;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** {@code sign_in.lua} in both layouts; the application's own drains carry the journal on. */
@IntegrationTest
class SignInsIntegrationTests {

    private static final Partitions PARTITIONS = new Partitions(128); // as the application has it

    private final StringRedisTemplate redis;
    private final Months months;
    private final BusinessTime time;
    private final Journal journal;
    private final JdbcClient jdbc;
    private final ReplicationAck acknowledgement;

    SignInsIntegrationTests(
            StringRedisTemplate redis,
            Months months,
            BusinessTime time,
            Journal journal,
            JdbcClient jdbc,
            ReplicationAck acknowledgement) {
        this.acknowledgement = acknowledgement;
        this.redis = redis;
        this.months = months;
        this.time = time;
        this.journal = journal;
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
                .extracting(SignInResult::streak)
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
        streaks(signIns, learner + PARTITIONS.count(), "2021-01-01", 3);

        assertThat(streaks(signIns, learner + PARTITIONS.count(), "2022-01-01", 1))
                .containsExactly(1);
        assertThat(streaks(signIns, learner, "2022-01-01", 1)).containsExactly(5);
    }

    @ParameterizedTest
    @EnumSource
    void theSameDayAgainGetsTheSameAnswer(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();
        long other = inThePartitionOf(learner); // on a cluster each partition counts for itself

        var first = signIns.signIn(learner);
        var others = signIns.signIn(other);
        var again = signIns.signIn(learner);

        assertThat(first.newlySigned()).isTrue();
        assertThat(first.order()).isPositive();
        assertThat(others.order()).isEqualTo(first.order() + 1);
        assertThat(again)
                .isEqualTo(new SignInResult(
                        first.day(),
                        false,
                        first.streak(),
                        first.points(),
                        first.order(),
                        first.milestone(),
                        first.longestStreak()));
    }

    @ParameterizedTest
    @EnumSource
    void theSameDayAgainTellsTheStreakThatItHasByThen(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();
        var first = signIns.signIn(learner);
        assertThat(signIns.signIn(learner).streak()).isEqualTo(1);

        signIns.makeUp(learner, first.day().minusDays(1));
        var afterMakeUp = signIns.signIn(learner);
        signIns.signIn(List.of(new Attempt(learner, time.startOf(first.day().minusDays(2)))));
        var afterLateSignIn = signIns.signIn(learner);

        assertThat(List.of(afterMakeUp, afterLateSignIn))
                .extracting(
                        SignInResult::newlySigned,
                        SignInResult::streak,
                        SignInResult::longestStreak,
                        SignInResult::points,
                        SignInResult::order)
                .containsExactly(
                        tuple(false, 2, 2, first.points(), first.order()),
                        tuple(false, 3, 3, first.points(), first.order()));
    }

    /** An import of years would fill Redis with answers that are never requested. */
    @ParameterizedTest
    @EnumSource
    void answersOfAHistoryAreNotKept(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();
        var days = List.of(time.today().minusDays(2), time.today().minusDays(1), time.today());

        signIns.signIn(days.stream().map(day -> attempt(learner, day)).toList());

        assertThat(days)
                .extracting(day -> redis.opsForHash()
                        .hasKey(Scripts.answers(PARTITIONS, redis, time, learner, day), Long.toString(learner)))
                .containsExactly(false, true, true);
    }

    /** Changes the stored answer, to tell it from a computed one. */
    @ParameterizedTest
    @EnumSource
    void theSameDayAgainIsNotWorkedOutWhileTheDaysAreTheSame(BitmapLayout layout) {
        var signIns = signIns(layout);
        long learner = Learners.next();
        var first = signIns.signIn(learner);
        var key = Scripts.answers(PARTITIONS, redis, time, learner, first.day());
        var kept = (String) redis.opsForHash().get(key, Long.toString(learner));

        redis.opsForHash().put(key, Long.toString(learner), kept.replace(" 1 1 ", " 7 8 "));

        assertThat(signIns.signIn(learner))
                .extracting(SignInResult::streak, SignInResult::longestStreak)
                .containsExactly(7, 8);
    }

    /** As versions before have kept it. */
    @Test
    void anAnswerWithoutStreakIsCompleted() {
        var signIns = signIns(BitmapLayout.PER_LEARNER);
        long learner = Learners.next();
        var first = signIns.signIn(learner);

        redis.opsForHash()
                .put(
                        Scripts.answers(PARTITIONS, redis, time, learner, first.day()),
                        Long.toString(learner),
                        first.points() + " 5");

        assertThat(signIns.signIn(learner)).isEqualTo(new SignInResult(first.day(), false, 1, first.points(), 5, 0, 1));
    }

    private static long inThePartitionOf(long learner) {
        return LongStream.generate(Learners::next)
                .filter(other -> PARTITIONS.of(other) == PARTITIONS.of(learner))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theLadderPaysByStreakAndItsLastStepRepeats() {
        var signIns = signIns(BitmapLayout.PER_LEARNER);
        long learner = Learners.next();

        assertThat(answers(signIns, learner, "2022-03-01", 6))
                .extracting(SignInResult::points)
                .containsExactly(10, 20, 30, 50, 50, 50);
    }

    @Test
    void milestonesPayOnTop() {
        var signIns = signIns(BitmapLayout.PER_LEARNER, "milestones.2=7", "milestones.4=100");
        long learner = Learners.next();

        assertThat(answers(signIns, learner, "2022-04-01", 5))
                .extracting(SignInResult::points)
                .containsExactly(10, 27, 30, 150, 50);
    }

    @Test
    void onlyANewSignInIsWrittenToTheJournal() {
        var partitions = new Partitions(1);
        var keys = new JournalKeys(partitions, TestLearnerKeys.numbers()) {
            @Override
            public String journal(int partition) {
                return "streak:{0}:undrained-" + SignInsIntegrationTests.class.getSimpleName();
            }
        };
        var signIns = signIns(BitmapLayout.PER_LEARNER, partitions, keys);
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
                .map(SignInResult::streak)
                .collect(Collectors.toList());
    }

    private List<SignInResult> answers(SignIns signIns, long learner, String first, int days) {
        var attempts = new ArrayList<Attempt>();
        for (int i = 0; i < days; i++) {
            attempts.add(attempt(learner, LocalDate.parse(first).plusDays(i)));
        }
        return signIns.signIn(attempts);
    }

    private Attempt attempt(long learner, LocalDate day) {
        return new Attempt(learner, time.startOf(day).plus(Duration.ofHours(1)));
    }

    /** Redis has no mark for this number of partitions. */
    @Test
    void onlyAMakeUpFailsWhileTheLearnersDaysAreUnknown() {
        var away = mock(Months.class);
        when(away.read(any(), any(), any())).thenThrow(new DataAccessResourceFailureException("away"));
        var partitions = new Partitions(1_000);
        var calendar = new CalendarParts(redis, away, partitions, time);
        var rules = FixedSignInRules.of();
        var script = Scripts.with(
                rules, calendar, redis, new JournalKeys(partitions, TestLearnerKeys.numbers()), partitions, time);
        var signIns = new SignIns(script, Scripts.answeredAtOnce(), journal, partitions, rules, time);
        long learner = LongStream.generate(Learners::next)
                .filter(id -> partitions.of(id) >= PARTITIONS.count())
                .findFirst()
                .orElseThrow();

        assertThatExceptionOfType(DataAccessResourceFailureException.class)
                .isThrownBy(() -> signIns.makeUp(learner, time.today().minusDays(1)));
        assertThat(signIns.signIn(learner).newlySigned()).isTrue();
    }

    @Test
    void withoutAReplicaNothingIsConfirmedThatHasToBeReplicated() {
        var settings = Settings.of(SignInProperties.class, "acknowledge=replicated");
        var rules = FixedSignInRules.of();
        var calendar = new CalendarParts(redis, months, PARTITIONS, time, "layout=" + BitmapLayout.PER_LEARNER);
        var script = Scripts.with(
                rules, calendar, redis, new JournalKeys(PARTITIONS, TestLearnerKeys.numbers()), PARTITIONS, time);
        var signIns = new SignIns(
                script, Scripts.confirmedBy(acknowledgement, PARTITIONS, settings), journal, PARTITIONS, rules, time);
        long learner = Learners.next();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> signIns.signIn(learner))
                .withMessageContaining("no replica");
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> signIns.signIn(List.of(attempt(learner, time.today()))))
                .withMessageContaining("no replica");
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> signIns.makeUp(learner, time.today().minusDays(1)))
                .withMessageContaining("no replica");
        assertThatExceptionOfType(Problem.class)
                .as("a repeated one")
                .isThrownBy(() -> signIns.makeUp(learner, time.today().minusDays(1)))
                .withMessageContaining("no replica");
    }

    private SignIns signIns(BitmapLayout layout, String... settings) {
        return signIns(layout, PARTITIONS, new JournalKeys(PARTITIONS, TestLearnerKeys.numbers()), settings);
    }

    private SignIns signIns(BitmapLayout layout, Partitions partitions, JournalKeys journalKeys, String... settings) {
        var rules = FixedSignInRules.of(settings);
        var calendar = new CalendarParts(redis, months, partitions, time, "layout=" + layout);
        var script = Scripts.with(rules, calendar, redis, journalKeys, partitions, time);
        return new SignIns(script, Scripts.answeredAtOnce(), journal, partitions, rules, time);
    }
}
