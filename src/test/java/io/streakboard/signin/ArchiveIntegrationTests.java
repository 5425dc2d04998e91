package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import io.streakboard.signin.Reconciliation.Scope;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.time.Year;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The clock says 2026, and Redis keeps three years: what is before 2024 leaves it. */
@IntegrationTest
class ArchiveIntegrationTests {

    private final StringRedisTemplate redis;
    private final RedisConnectionFactory connections;
    private final SignInMonths months;
    private final LostSignIns lost;
    private final BusinessTime time;

    ArchiveIntegrationTests(
            StringRedisTemplate redis,
            RedisConnectionFactory connections,
            SignInMonths months,
            LostSignIns lost,
            BusinessTime time) {
        this.redis = redis;
        this.connections = connections;
        this.months = months;
        this.lost = lost;
        this.time = time;
    }

    @ParameterizedTest
    @EnumSource
    void calendarsAndStreaksStayTheSame(BitmapLayout layout) {
        var all = new Stack(layout);
        var learner = new Learner(all);
        learner.signs("2021-03-01", 40);
        learner.signs("2023-12-20", 17);
        learner.awaitMySql(57);
        var longest = learner.longest();
        var year = learner.year(2021);

        all.run.run(() -> {});

        assertThat(learner.hasBits(2021)).isFalse();
        assertThat(learner.hasBits(2023)).isFalse();
        assertThat(learner.hasBits(2024)).isTrue();
        assertThat(learner.longest()).isEqualTo(longest).isEqualTo(40);
        assertThat(learner.year(2021)).isEqualTo(year);
        assertThat(learner.year(2023).days()).hasSize(12);
        assertThat(learner.year(2024).days()).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource
    void aStreakReachesBackIntoArchivedYears(BitmapLayout layout) {
        var all = new Stack(layout);
        var learner = new Learner(all);
        learner.signs("2022-12-01", 31 + 365);
        learner.awaitMySql(31 + 365);

        all.run.run(() -> {});

        assertThat(learner.hasBits(2022)).isFalse();
        assertThat(learner.signs("2024-01-01", 2)).containsExactly(397, 398);
        assertThat(learner.longest()).isEqualTo(398);
    }

    @ParameterizedTest
    @EnumSource
    void aLateSignInForAnArchivedYearBringsItBackUntilTheNextTime(BitmapLayout layout) {
        var all = new Stack(layout);
        var learner = new Learner(all);
        learner.signs("2021-03-01", 10);
        learner.signs("2021-03-12", 10);
        learner.awaitMySql(20);
        all.run.run(() -> {});

        assertThat(learner.signs("2021-03-11", 1)).containsExactly(11);
        assertThat(learner.signs("2021-03-11", 1)).containsExactly(11);

        assertThat(learner.hasBits(2021)).isTrue();
        assertThat(learner.longest()).isEqualTo(21);
        learner.awaitMySql(21);
        all.run.run(() -> {});
        assertThat(learner.hasBits(2021)).isFalse();
        assertThat(learner.longest()).isEqualTo(21);
        assertThat(learner.year(2021).days()).hasSize(21);
    }

    @ParameterizedTest
    @EnumSource
    void whatMySqlDoesNotHaveStays(BitmapLayout layout) {
        var all = new Stack(layout);
        var learner = new Learner(all);
        var year = new LearnerYear(learner.id, 2022);
        learner.signs("2022-05-01", 3);
        learner.awaitMySql(3);
        var more = YearBits.none();
        more.add(LocalDate.of(2022, 6, 1), 1, 0, 0);
        all.bitmaps.merge(java.util.Map.of(year, more));

        all.run.run(() -> {});

        assertThat(learner.year(2022).days()).hasSize(4);
        assertThat(learner.hasBits(2022)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aRebuildRestoresWhatIsKeptOfArchivedYearsAndNotTheirBits(BitmapLayout layout) {
        var all = new Stack(layout);
        var learner = new Learner(all);
        learner.signs("2022-05-01", 30);
        learner.signs("2024-05-01", 3);
        learner.awaitMySql(33);
        all.run.run(() -> {});
        redis.opsForHash().delete(all.keys.archived(learner.id), Long.toString(learner.id));
        assertThat(learner.longest()).isEqualTo(3);
        var scope = new Scope(learner.id, LocalDate.of(2000, 1, 1), true);

        var drift = all.reconciliation.ofRedis(scope, found -> {});

        assertThat(drift).isEqualTo(new Drift(1, 33, 30, 0, 0, 30));
        assertThat(learner.hasBits(2022)).isFalse();
        assertThat(learner.longest()).isEqualTo(30);
        assertThat(all.reconciliation.ofRedis(scope, found -> {})).isEqualTo(new Drift(1, 33, 0, 0, 0, 0));
    }

    /** Years were brought back and archived once more, with another year, after it was read what was kept of them. */
    @ParameterizedTest
    @EnumSource
    void aRebuildWritesNothingOverWhatWasArchivedMeanwhile(BitmapLayout layout) {
        var all = new Stack(layout);
        var learner = new Learner(all);
        learner.signs("2022-05-01", 30);
        learner.awaitMySql(30);
        all.run.run(() -> {});
        var key = all.keys.archived(learner.id);
        var newer = "2023 17 48 48";
        var bitmaps = mock(Bitmaps.class, delegatesTo(all.bitmaps));
        doAnswer(call -> {
                    var read = all.bitmaps.archived(call.getArgument(0));
                    redis.opsForHash().put(key, Long.toString(learner.id), newer);
                    return read;
                })
                .when(bitmaps)
                .archived(any());
        var archive = new Archive(redis, bitmaps, months, all.keys, all.properties, all.streaks, time);

        var drift = new Reconciliation(months, all.bitmaps, archive, lost, time)
                .ofRedis(new Scope(learner.id, LocalDate.of(2000, 1, 1), true), found -> {});

        assertThat(redis.opsForHash().get(key, Long.toString(learner.id))).isEqualTo(newer);
        assertThat(drift).isEqualTo(new Drift(1, 30, 0, 0, 0, 0));
        assertThat(learner.hasBits(2022)).isFalse();
    }

    /** Everything in one layout; the application's own drains carry the journal on. */
    private final class Stack {

        private final SignInProperties properties;
        private final SignInKeys keys;
        private final Bitmaps bitmaps;
        private final StreakRules streaks;
        private final ArchiveRun run;
        private final Reconciliation reconciliation;
        private final SignInScript script;
        private final Calendars calendars;

        Stack(BitmapLayout layout) {
            properties = Settings.of("layout=" + layout);
            keys = new SignInKeys(properties, connections);
            bitmaps = new Bitmaps(redis, keys);
            streaks = new StreakRules(properties);
            var archive = new Archive(redis, bitmaps, months, keys, properties, streaks, time);
            run = new ArchiveRun(bitmaps, archive, months, keys, properties);
            reconciliation = new Reconciliation(months, bitmaps, archive, lost, time);
            script = new SignInScript(redis, keys, properties, mock(Restoration.class), archive, time);
            calendars =
                    new Calendars(redis, keys, properties, new Restoration(months, bitmaps, properties, time), time);
        }
    }

    private final class Learner {

        private final long id = Learners.next() * 1024; // a page of its own
        private final Stack all;

        Learner(Stack all) {
            this.all = all;
        }

        List<Integer> signs(String first, int days) {
            return LocalDate.parse(first)
                    .datesUntil(LocalDate.parse(first).plusDays(days))
                    .map(day -> all.script
                            .signIn(new Attempt(id, time.startOf(day)), day)
                            .streak())
                    .toList();
        }

        void awaitMySql(int days) {
            await().until(() -> months.of(List.of(id), LocalDate.of(2000, 1, 1), time.today()).values().stream()
                            .mapToInt(YearBits::size)
                            .sum()
                    == days);
        }

        boolean hasBits(int year) {
            return !all.bitmaps.read(List.of(new LearnerYear(id, year))).isEmpty();
        }

        int longest() {
            return all.streaks.longest(all.calendars.of(id));
        }

        Calendar year(int year) {
            return all.calendars.of(id, LocalDate.of(year, 1, 1)).of(Year.of(year));
        }
    }
}
