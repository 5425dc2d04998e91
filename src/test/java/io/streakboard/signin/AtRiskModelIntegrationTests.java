package io.streakboard.signin;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.when;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.calendar.OpenStreaks;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Which streaks are at risk, by the list for platforms, the learner's calendar and the query for many learners, against
 * a model that tries it: a streak is at risk if a sign-in today continues it and one tomorrow, without today's, does not.
 */
@IntegrationTest
class AtRiskModelIntegrationTests {

    private static final int DAYS = 60;
    private static final int LEARNERS = 40;

    /** @param frozen missed days that freezes have bridged, while they were on */
    private record Learner(long id, Set<LocalDate> signed, Set<LocalDate> frozen, Set<LocalDate> paused) {}

    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private final Months months;
    private final Partitions partitions;
    private final LearnerPauses pauses;
    private final DeletedLearners deleted;

    AtRiskModelIntegrationTests(
            JdbcClient jdbc,
            StringRedisTemplate redis,
            Months months,
            Partitions partitions,
            LearnerPauses pauses,
            DeletedLearners deleted) {
        this.jdbc = jdbc;
        this.redis = redis;
        this.months = months;
        this.partitions = partitions;
        this.pauses = pauses;
        this.deleted = deleted;
    }

    /** In the middle of a month, on its last day, on the first of a month, and of a year. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-11-18", "2026-11-30", "2026-12-01", "2026-01-01"})
    void allThreeAnswersFollowTheModel(LocalDate today) {
        var random = new Random(today.toEpochDay());
        var learners = Stream.generate(() -> learner(Learners.next(), today, random))
                .limit(LEARNERS)
                .toList();
        learners.forEach(this::store);
        await().until(() -> learners.stream()
                .allMatch(each -> pauses.of(each.id()).days().collect(toSet()).equals(each.paused())));

        for (var rules : List.of(
                Rules.of(),
                Rules.of("monthly-reset=true"),
                Rules.of("freezes.quota=2"),
                Rules.of("freezes.quota=3", "freezes.longest-gap=2"),
                Rules.of("freezes.quota=4", "freezes.longest-gap=3", "monthly-reset=true"))) {
            compare(rules, today, learners);
        }
    }

    private void compare(Rules rules, LocalDate today, List<Learner> learners) {
        var time = new BusinessTime(
                Clock.fixed(today.atTime(12, 0).toInstant(ZoneOffset.UTC), ZoneOffset.UTC), ZoneOffset.UTC);
        var parts = new CalendarParts(redis, months, partitions, time, rules.calendar(), rules.signIn());
        when(parts.pauses.of(any())).thenAnswer(call -> pauses.of(call.getArgument(0)));
        var ids = learners.stream().map(Learner::id).toList();
        parts.bitmaps.merge(months.read(ids, today.minusDays(DAYS), today));
        var expected = new TreeMap<Long, Integer>();
        learners.forEach(each -> {
            int streak = streakAtRisk(rules, each, today);
            if (streak > 0) {
                expected.put(each.id(), streak);
            }
        });
        assertThat(expected).hasSizeLessThan(LEARNERS);

        assertThat(listed(parts.openStreaks(months, deleted, pauses, time), ids, 1))
                .as("the list, %s on %s", rules.signIn(), today)
                .isEqualTo(expected);
        var long3 = new TreeMap<>(expected);
        long3.values().removeIf(streak -> streak < 3);
        assertThat(listed(parts.openStreaks(months, deleted, pauses, time), ids, 3))
                .as("the list of long streaks, %s on %s", rules.signIn(), today)
                .isEqualTo(long3);
        var queried =
                new StreakFigures(parts.calendars, parts.streaks, time).of(ids).of();
        assertThat(ids.stream()
                        .filter(id -> Boolean.TRUE.equals(
                                queried.getOrDefault(id, Map.of()).get("atRisk")))
                        .collect(toSet()))
                .as("the query, %s on %s", rules.signIn(), today)
                .isEqualTo(expected.keySet());
        assertThat(ids.stream()
                        .filter(id -> NextRewards.of(
                                        parts.calendars.since(id, today.withDayOfMonth(1)),
                                        parts.streaks,
                                        rules.signIn(),
                                        today)
                                .atRisk())
                        .collect(toSet()))
                .as("the calendar, %s on %s", rules.signIn(), today)
                .isEqualTo(expected.keySet());
    }

    /** Other tests' learners have rows of the same months. */
    private static Map<Long, Integer> listed(OpenStreaks streaks, List<Long> ids, int least) {
        var found = new TreeMap<Long, Integer>();
        for (Long last = ids.getFirst() - 1; last != null && last < ids.getLast(); ) {
            var page = streaks.after(last, least, 7);
            page.streaks()
                    .forEach((learner, streak) -> assertThat(found.put(learner, streak))
                            .as("%d, listed twice", learner)
                            .isNull());
            last = page.last();
        }
        found.keySet().retainAll(ids);
        return found;
    }

    /** The streak; 0 if it is not at risk. */
    private static int streakAtRisk(Rules rules, Learner learner, LocalDate today) {
        var tomorrow = today.plusDays(1);
        if (learner.signed().contains(today)
                || rules.signIn().monthlyReset() && !YearMonth.from(today).equals(YearMonth.from(tomorrow))) {
            return 0;
        }
        int streak = model(rules, learner).sign(today, Kind.REGULAR).streak() - 1;
        boolean lost = model(rules, learner).sign(tomorrow, Kind.REGULAR).streak() == 1;
        return lost ? streak : 0;
    }

    private static RewardModel model(Rules rules, Learner learner) {
        var model = new RewardModel(rules, learner.paused());
        model.signed.addAll(learner.signed());
        if (rules.signIn().freezes().quota() > 0) {
            model.frozen.addAll(learner.frozen());
        }
        return model;
    }

    /** A learner with frequent sign-ins, some pauses and freezes. */
    private static Learner learner(long id, LocalDate today, Random random) {
        var first = today.minusDays(DAYS);
        var paused = IntStream.range(0, random.nextInt(3))
                .mapToObj(i -> first.plusDays(random.nextInt(DAYS + 5)))
                .flatMap(from -> from.datesUntil(from.plusDays(1 + random.nextInt(8))))
                .collect(toSet());
        var model = new RewardModel(Rules.of("freezes.quota=3", "freezes.longest-gap=2"), paused);
        int often = 60 + random.nextInt(40);
        boolean signsToday = random.nextInt(4) == 0;
        first.datesUntil(today.plusDays(1))
                .filter(day -> day.equals(today) ? signsToday : random.nextInt(100) < often)
                .filter(day -> !paused.contains(day) || random.nextInt(10) == 0)
                .forEach(day -> model.sign(day, Kind.REGULAR));
        return new Learner(id, model.signed, model.frozen, paused);
    }

    private void store(Learner learner) {
        Stream.concat(learner.signed().stream(), learner.frozen().stream())
                .map(YearMonth::from)
                .distinct()
                .forEach(month -> jdbc.sql("""
                                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes)
                                VALUES (?, ?, ?, 0, ?)
                                """)
                        .params(
                                learner.id(),
                                month.atDay(1),
                                bits(learner.signed(), month),
                                bits(learner.frozen(), month))
                        .update());
        learner.paused()
                .forEach(day -> jdbc.sql("INSERT INTO learner_pause (user_id, from_day, until_day) VALUES (?, ?, ?)")
                        .params(learner.id(), day, day.plusDays(1))
                        .update());
    }

    private static long bits(Set<LocalDate> days, YearMonth month) {
        return days.stream()
                .filter(day -> YearMonth.from(day).equals(month))
                .mapToLong(day -> 1L << day.getDayOfMonth() - 1)
                .sum();
    }
}
