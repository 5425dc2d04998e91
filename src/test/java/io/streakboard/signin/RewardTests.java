package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.identity.privacy.Pauses;
import io.streakboard.identity.privacy.Pauses.Pause;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.calendar.Calendar;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.FixedSignInRules;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.script.Scripts;
import io.streakboard.signin.script.SignInCommand;
import io.streakboard.signin.script.SignInScript;
import io.streakboard.support.TestRedis;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The scripts against {@link RewardModel}, and the invariants of the rules for any sequence of actions. */
class RewardTests {

    /** A day to sign, on time or later. */
    record Action(LocalDate day, Kind kind) {}

    private static final LocalDate FIRST = LocalDate.parse("2023-11-20"); // a leap year begins within the hundred days
    private static final int DAYS = 100;

    private static final Partitions PARTITIONS = new Partitions(4);
    private static final TestRedis SERVER = TestRedis.shared();
    private static final StringRedisTemplate REDIS = SERVER.template();
    private static final AtomicLong LEARNERS = new AtomicLong();

    @BeforeContainer
    static void connect() {
        SERVER.connect();
    }

    @AfterContainer
    static void disconnect() {
        SERVER.disconnect();
    }

    @Property(tries = 50) // each some thirty calls of Redis
    void theScriptsFollowTheModel(
            @ForAll("rules") Rules rules,
            @ForAll("actions") @Size(max = 60) List<Action> all,
            @ForAll("skipped") Set<LocalDate> skipped,
            @ForAll("pauses") Pauses pauses) {
        var learner = new Learner(rules, skipped, pauses);
        var model = new RewardModel(
                rules, Stream.concat(skipped.stream(), pauses.days()).collect(Collectors.toSet()));
        var actions =
                all.stream().filter(action -> !skipped.contains(action.day())).toList();

        for (var action : actions) {
            boolean refused = action.kind() == Kind.MAKE_UP
                    && model.makeUpsLeft(action.day()) == 0
                    && !model.signed.contains(action.day());

            assertThat(learner.sign(action)).as("%s", action).isEqualTo(refused ? null : paid(model, action));
        }

        var calendar = learner.calendar();
        assertThat(calendar.days()).containsExactlyElementsOf(model.signed);
        assertThat(calendar.madeUp()).containsExactlyElementsOf(model.madeUp);
        assertThat(calendar.frozen()).containsExactlyElementsOf(model.frozenStill());
        assertThat(learner.journaled()).isEqualTo(model.signed.size());
    }

    @Property(tries = 100)
    void noDaysPayMoreThanAsManyDaysInARow(
            @ForAll("rules") Rules rules, @ForAll("actions") @Size(max = 60) List<Action> actions) {
        var any = new RewardModel(rules.withoutReset());
        var inARow = new RewardModel(rules.withoutReset());

        int paid =
                actions.stream().mapToInt(action -> paid(any, action).points()).sum();

        int most = IntStream.range(0, any.signed.size())
                .map(day -> inARow.sign(FIRST.plusDays(day), Kind.REGULAR).points())
                .sum();
        assertThat(paid).isLessThanOrEqualTo(most);
    }

    @Property(tries = 100)
    void milestonesPayTheSameInWhateverOrderTheDaysAreSigned(
            @ForAll("milestones") String milestones,
            @ForAll("actions") @Size(max = 60) List<Action> actions,
            @ForAll Random random) {
        var rules = Rules.of("ladder=1", milestones);
        var shuffled = new ArrayList<>(actions);
        Collections.shuffle(shuffled, random);

        assertThat(sum(rules, shuffled)).isEqualTo(sum(rules, actions));
    }

    @Property(tries = 100)
    void aMakeUpChangesNothingThatWasPaid(
            @ForAll("rules") Rules rules, @ForAll("actions") @Size(max = 60) List<Action> actions) {
        var model = new RewardModel(rules);
        actions.forEach(action -> model.sign(action.day(), action.kind()));
        var paidDays = new HashSet<>(model.signed);

        actions.forEach(action -> model.sign(action.day().plusDays(1), Kind.MAKE_UP));

        assertThat(paidDays)
                .allSatisfy(day ->
                        assertThat(model.sign(day, Kind.REGULAR).points()).isZero());
    }

    /** Else a restored MySQL would give more than there was. */
    @Property(tries = 50)
    void daysThatAreJournaledAgainPayAsIfSignedInOrder(
            @ForAll("rules") Rules any,
            @ForAll("actions") @Size(max = 60) List<Action> actions,
            @ForAll("pauses") Pauses pauses,
            @ForAll Random random) {
        var rules = any.withoutFreezes();
        var learner = new Learner(rules, Set.of(), pauses);
        var model = new RewardModel(rules, pauses.days().collect(Collectors.toSet()));
        actions.forEach(learner::sign);
        var days = learner.calendar().days();
        var paid = days.stream()
                .collect(Collectors.toMap(
                        day -> day.toString(),
                        day -> model.sign(day, Kind.REGULAR).points()));
        days.forEach(learner::forgetAnswer);
        var shuffled = new ArrayList<>(days);
        Collections.shuffle(shuffled, random);

        shuffled.forEach(learner::journalAgain);

        assertThat(learner.journaledLast(shuffled.size())).isEqualTo(paid);
    }

    private static int sum(Rules rules, List<Action> actions) {
        var model = new RewardModel(rules);
        return actions.stream().mapToInt(action -> paid(model, action).points()).sum();
    }

    private static RewardModel.Paid paid(RewardModel model, Action action) {
        return model.sign(action.day(), action.kind());
    }

    @Provide
    Arbitrary<List<Action>> actions() {
        var days = Arbitraries.integers().between(0, DAYS - 1).map(FIRST::plusDays);
        return Combinators.combine(
                        days,
                        Arbitraries.frequencyOf(
                                Tuple.of(3, Arbitraries.just(Kind.REGULAR)),
                                Tuple.of(1, Arbitraries.just(Kind.MAKE_UP))))
                .as(Action::new)
                .list()
                .flatMap(this::inOrderOrNot);
    }

    /** Most learners sign one day after the other; imports and make-ups come in any order. */
    private Arbitrary<List<Action>> inOrderOrNot(List<Action> actions) {
        var inOrder = actions.stream().sorted(Comparator.comparing(Action::day)).toList();
        return Arbitraries.of(actions, inOrder, everyDay(inOrder));
    }

    /** As many days in a row, so that streaks get long. */
    private static List<Action> everyDay(List<Action> actions) {
        return IntStream.range(0, actions.size())
                .mapToObj(i -> new Action(FIRST.plusDays(i), actions.get(i).kind()))
                .collect(Collectors.toList());
    }

    /** None, or some that most actions are near to. */
    @Provide
    Arbitrary<Set<LocalDate>> skipped() {
        return Arbitraries.integers()
                .between(0, DAYS / 2)
                .map(FIRST::plusDays)
                .set()
                .ofMaxSize(3);
    }

    /** Over the end of a month, or of the year. */
    @Provide
    Arbitrary<Pauses> pauses() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, DAYS).map(FIRST::plusDays),
                        Arbitraries.integers().between(0, 60))
                .as((day, length) -> new Pause(day, day.plusDays(length)))
                .list()
                .ofMaxSize(2)
                .map(Pauses::new);
    }

    @Provide
    Arbitrary<Rules> rules() {
        var ladders = Arbitraries.integers().between(1, 50).list().ofMinSize(1).ofMaxSize(6);
        return Combinators.combine(
                        ladders,
                        Arbitraries.of(true, false),
                        milestones(),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of(BitmapLayout.class))
                .as((ladder, cycle, milestones, monthly, freezes, longestGap, layout) -> Rules.of(
                        "ladder="
                                + (cycle ? ladder : ladder.stream().sorted().toList())
                                        .stream().map(String::valueOf).collect(Collectors.joining(",")),
                        "ladder-cycle=" + cycle,
                        milestones,
                        "monthly-reset=" + monthly,
                        "freezes.quota=" + freezes,
                        "freezes.longest-gap=" + longestGap,
                        "layout=" + layout));
    }

    @Provide
    Arbitrary<String> milestones() {
        return Arbitraries.of("milestones.2=5", "milestones.7=10", "milestones.14=100", "milestones.28=40");
    }

    /** Somebody new, asking the real scripts. */
    private static final class Learner {

        private final long id = LEARNERS.incrementAndGet();
        private final JournalKeys journal;
        private final SignInScript script;
        private final CalendarParts calendar;
        private final BusinessTime time = mock(BusinessTime.class);

        Learner(Rules rules, Set<LocalDate> skipped, Pauses pauses) {
            when(time.skippedDays()).thenReturn(skipped);
            when(time.today()).thenReturn(FIRST.plusDays(DAYS));
            journal = new JournalKeys(PARTITIONS, TestLearnerKeys.numbers()) {
                @Override
                public String journal(int partition) {
                    return super.journal(partition) + ":" + id;
                }
            };
            calendar = new CalendarParts(REDIS, mock(Months.class), PARTITIONS, time, rules.calendar(), rules.signIn());
            when(calendar.pauses.of(id)).thenReturn(pauses);
            REDIS.opsForValue().set(calendar.keys.complete(PARTITIONS.of(id)), "nothing was lost");
            script = Scripts.with(new FixedSignInRules(rules.signIn()), calendar, REDIS, journal, PARTITIONS, time);
        }

        /** Null if no make-up was left. */
        RewardModel.@Nullable Paid sign(Action action) {
            var command = new SignInCommand(id, action.day(), Instant.EPOCH);
            if (action.kind() == Kind.REGULAR) {
                var signed = script.signIn(command);
                assertThat(signed.longestStreak())
                        .as("the longest streak, as the calendar counts it")
                        .isEqualTo(calendar.streaks.longest(calendar()));
                return new RewardModel.Paid(
                        signed.newlySigned(), signed.streak(), signed.newlySigned() ? signed.points() : 0);
            }
            return script.makeUp(command)
                    .map(madeUp -> new RewardModel.Paid(
                            madeUp.newlySigned(), madeUp.streak(), madeUp.newlySigned() ? madeUp.points() : 0))
                    .orElse(null);
        }

        Calendar calendar() {
            return calendar.calendars.of(id);
        }

        void forgetAnswer(LocalDate day) {
            REDIS.delete(Scripts.answers(PARTITIONS, REDIS, time, id, day));
        }

        void journalAgain(LocalDate day) {
            script.journalAgain(new SignInCommand(id, day, Instant.EPOCH));
        }

        /** Days and points. */
        Map<String, Integer> journaledLast(int entries) {
            return REDIS
                    .<String, String>opsForStream()
                    .reverseRange(
                            journal.journal(PARTITIONS.of(id)),
                            Range.unbounded(),
                            Limit.limit().count(entries))
                    .stream()
                    .map(MapRecord::getValue)
                    .collect(Collectors.toMap(
                            entry -> entry.get("day"), entry -> Integer.parseInt(entry.get("points"))));
        }

        long journaled() {
            var length = REDIS.opsForStream().size(journal.journal(PARTITIONS.of(id)));
            return length == null ? 0 : length;
        }
    }
}
