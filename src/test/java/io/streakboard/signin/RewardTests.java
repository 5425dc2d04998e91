package io.streakboard.signin;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.embedded.SharedServers;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The scripts against {@link RewardModel}, and what the rules promise whatever a learner does. */
class RewardTests {

    /** A day to sign, on time or later. */
    record Action(LocalDate day, Kind kind) {}

    private static final LocalDate FIRST = LocalDate.parse("2023-11-20"); // a leap year begins within the hundred days
    private static final int DAYS = 100;

    private static final LettuceConnectionFactory CONNECTIONS = connect();
    private static final StringRedisTemplate REDIS = new StringRedisTemplate(CONNECTIONS);
    private static final AtomicLong LEARNERS = new AtomicLong();

    private static LettuceConnectionFactory connect() {
        var properties = SharedServers.freshDatabases();
        var server = new RedisStandaloneConfiguration();
        server.setPort((Integer) requireNonNull(properties.get("spring.data.redis.port")));
        server.setDatabase((Integer) requireNonNull(properties.get("spring.data.redis.database")));
        var connections = new LettuceConnectionFactory(server);
        connections.start();
        return connections;
    }

    @AfterContainer
    static void disconnect() {
        CONNECTIONS.destroy();
    }

    @Property(tries = 100) // each some thirty calls of Redis, which syncs each to disk
    void theScriptsFollowTheModel(
            @ForAll("rules") SignInProperties rules, @ForAll("actions") @Size(max = 60) List<Action> actions) {
        var learner = new Learner(rules);
        var model = new RewardModel(rules);

        for (var action : actions) {
            boolean refused = action.kind() == Kind.MAKE_UP
                    && model.makeUpsLeft(action.day()) == 0
                    && !model.signed.contains(action.day());

            assertThat(learner.sign(action)).as("%s", action).isEqualTo(refused ? null : paid(model, action));
        }

        assertThat(learner.calendar()).isEqualTo(new Calendar(model.signed, model.madeUp, model.frozen));
        assertThat(learner.journaled()).isEqualTo(model.signed.size());
    }

    @Property
    void nobodyGetsMoreForHisDaysThanWhoSignsAsManyInARow(
            @ForAll("rules") SignInProperties rules, @ForAll("actions") @Size(max = 60) List<Action> actions) {
        var any = new RewardModel(withoutReset(rules));
        var inARow = new RewardModel(withoutReset(rules));

        int paid =
                actions.stream().mapToInt(action -> paid(any, action).points()).sum();

        int most = IntStream.range(0, any.signed.size())
                .map(day -> inARow.sign(FIRST.plusDays(day), Kind.REGULAR).points())
                .sum();
        assertThat(paid).isLessThanOrEqualTo(most);
    }

    @Property
    void milestonesPayTheSameInWhateverOrderTheDaysAreSigned(
            @ForAll("milestones") String milestones,
            @ForAll("actions") @Size(max = 60) List<Action> actions,
            @ForAll Random random) {
        var rules = Settings.of("ladder=1", milestones);
        var shuffled = new ArrayList<>(actions);
        Collections.shuffle(shuffled, random);

        assertThat(sum(rules, shuffled)).isEqualTo(sum(rules, actions));
    }

    @Property
    void aMakeUpChangesNothingThatWasPaid(
            @ForAll("rules") SignInProperties rules, @ForAll("actions") @Size(max = 60) List<Action> actions) {
        var model = new RewardModel(rules);
        actions.forEach(action -> model.sign(action.day(), action.kind()));
        var paidDays = new HashSet<>(model.signed);

        actions.forEach(action -> model.sign(action.day().plusDays(1), Kind.MAKE_UP));

        assertThat(paidDays)
                .allSatisfy(day ->
                        assertThat(model.sign(day, Kind.REGULAR).points()).isZero());
    }

    private static int sum(SignInProperties rules, List<Action> actions) {
        var model = new RewardModel(rules);
        return actions.stream().mapToInt(action -> paid(model, action).points()).sum();
    }

    private static RewardModel.Paid paid(RewardModel model, Action action) {
        return model.sign(action.day(), action.kind());
    }

    private static SignInProperties withoutReset(SignInProperties rules) {
        return new SignInProperties(
                rules.layout(),
                rules.partitions(),
                rules.firstYear(),
                rules.ladder(),
                rules.ladderCycle(),
                rules.milestones(),
                false,
                rules.makeUps(),
                rules.freezes(),
                rules.logRetention(),
                rules.yearsInRedis(),
                rules.reconcileEvery(),
                rules.journal());
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

    @Provide
    Arbitrary<SignInProperties> rules() {
        var ladders = Arbitraries.integers().between(1, 50).list().ofMinSize(1).ofMaxSize(6);
        return Combinators.combine(
                        ladders,
                        Arbitraries.of(true, false),
                        milestones(),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of(BitmapLayout.class))
                .as((ladder, cycle, milestones, monthly, freezes, longestGap, layout) -> Settings.of(
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
        private final SignInKeys keys;
        private final SignInScript script;
        private final Calendars calendars;

        Learner(SignInProperties rules) {
            var time = mock(BusinessTime.class);
            when(time.today()).thenReturn(FIRST.plusDays(DAYS));
            keys = new SignInKeys(rules, CONNECTIONS) {
                @Override
                String journal(int partition) {
                    return super.journal(partition) + ":" + id;
                }

                @Override
                String complete(int partition) {
                    return super.complete(partition) + ":for-rewards";
                }
            };
            REDIS.opsForValue().set(keys.complete(keys.partition(id)), "nothing was lost");
            script = new SignInScript(REDIS, keys, rules, mock(Restoration.class), mock(Archive.class), time);
            calendars = new Calendars(REDIS, keys, rules, mock(Restoration.class), time);
        }

        /** Null if no make-up was left. */
        RewardModel.@Nullable Paid sign(Action action) {
            var attempt = new Attempt(id, Instant.EPOCH);
            if (action.kind() == Kind.REGULAR) {
                var answer = script.signIn(attempt, action.day());
                return new RewardModel.Paid(
                        answer.newlySigned(), answer.streak(), answer.newlySigned() ? answer.points() : 0);
            }
            try {
                var madeUp = script.makeUp(attempt, action.day());
                return new RewardModel.Paid(
                        madeUp.newlySigned(), madeUp.streak(), madeUp.newlySigned() ? madeUp.points() : 0);
            } catch (MakeUpQuotaExhausted refused) {
                return null;
            }
        }

        Calendar calendar() {
            return calendars.of(id);
        }

        long journaled() {
            var length = REDIS.opsForStream().size(keys.journal(keys.partition(id)));
            return length == null ? 0 : length;
        }
    }
}
