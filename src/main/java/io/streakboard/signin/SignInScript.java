package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.SignIns.Answer;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.time.BusinessTime;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Runs {@code sign_in.lua} and {@code make_up.lua}, one round trip each. A script may be sent again after a reconnect: a
 * second run finds the bit set and changes nothing.
 */
@Component
class SignInScript {

    private static final int MORE_YEARS = -1;
    private static final int NO_MAKE_UP_LEFT = -2;
    private static final int INCOMPLETE = -3;
    private static final int ARCHIVED = -4;

    private final StringRedisTemplate redis;
    private final SignInKeys keys;
    private final SignInProperties properties;
    private final Restoration restoration;
    private final Archive archive;
    private final SignInCalls calls;

    @SuppressWarnings("rawtypes")
    private final RedisScript<List> signIn;

    @SuppressWarnings("rawtypes")
    private final RedisScript<List> makeUp;

    @SuppressWarnings("rawtypes")
    private final RedisScript<List> journalAgain;

    SignInScript(
            StringRedisTemplate redis,
            SignInKeys keys,
            SignInProperties properties,
            Restoration restoration,
            Archive archive,
            BusinessTime time) {
        this.redis = redis;
        this.keys = keys;
        this.properties = properties;
        this.restoration = restoration;
        this.archive = archive;
        this.calls = new SignInCalls(keys, properties, time);
        var common = ScriptRules.of(properties) + LuaScript.text("signin/calendar");
        this.signIn = RedisScript.of(common + LuaScript.text("signin/sign_in"), List.class);
        this.makeUp = RedisScript.of(common + LuaScript.text("signin/make_up"), List.class);
        this.journalAgain = RedisScript.of(common + LuaScript.text("signin/journal_again"), List.class);
    }

    Answer signIn(Attempt attempt, LocalDate day) {
        return answer(day, execute(signIn, attempt, day, keys.count(attempt.learner(), day)));
    }

    /**
     * Many sign-ins in the given order, pipelined: each learner's next when the one before has been answered, since it
     * may have to be asked for again with more years.
     */
    List<Answer> signIn(List<Attempt> attempts, Function<Attempt, LocalDate> days) {
        var answers = new Answer[attempts.size()];
        for (var round : rounds(attempts)) {
            var replies = redis.execute((RedisCallback<List<@Nullable Object>>) connection ->
                    pipeline(connection, round.stream().map(attempts::get).toList(), days));
            for (int i = 0; i < round.size(); i++) {
                var attempt = attempts.get(round.get(i));
                var day = days.apply(attempt);
                var reply = (List<?>) replies.get(i);
                answers[round.get(i)] = knowsEnough(reply) ? answer(day, reply) : signIn(attempt, day);
            }
        }
        return Arrays.asList(answers);
    }

    /** Indexes of the attempts: the first of each learner, the second of each, and so on. */
    private static Collection<List<Integer>> rounds(List<Attempt> attempts) {
        var rounds = new TreeMap<Integer, List<Integer>>();
        var seen = new HashMap<Long, Integer>();
        for (int i = 0; i < attempts.size(); i++) {
            int round = seen.merge(attempts.get(i).learner(), 1, Integer::sum);
            rounds.computeIfAbsent(round, each -> new ArrayList<>()).add(i);
        }
        return rounds.values();
    }

    /** @throws MakeUpQuotaExhausted if the day's month has no make-up left */
    MadeUp makeUp(Attempt attempt, LocalDate day) {
        var reply = execute(makeUp, attempt, day, keys.makeUps(attempt.learner(), day.getYear()));
        if (number(reply, 0) == NO_MAKE_UP_LEFT) {
            throw MakeUpQuotaExhausted.of(day, properties.makeUps().quota());
        }
        return new MadeUp(
                day,
                number(reply, 4) == 1 ? Kind.MAKE_UP : Kind.REGULAR,
                number(reply, 0) == 1,
                number(reply, 1),
                number(reply, 2),
                number(reply, 3));
    }

    /**
     * @param kind how the day was signed in the end: regularly, if an earlier sign-in was
     * @param newlySigned whether this call made the day up, or it was signed before
     * @param streak consecutive days up to that day
     * @param points what it pays; 0 if no longer known
     * @param left how many more days of the month can be made up
     */
    record MadeUp(LocalDate day, Kind kind, boolean newlySigned, int streak, int points, int left) {}

    /** Appends a signed day to the journal once more, with the points that were answered or that the rules pay. */
    void journalAgain(Attempt attempt, LocalDate day) {
        execute(journalAgain, attempt, day, keys.makeUps(attempt.learner(), day.getYear()));
    }

    /** Runs a script until it knows enough: all years if it asks for them, bits from MySQL if Redis has not all. */
    @SuppressWarnings("rawtypes")
    private List<?> execute(RedisScript<List> script, Attempt attempt, LocalDate day, String thirdKey) {
        boolean allYears = false;
        boolean restored = false;
        while (true) {
            var call = calls.of(attempt, day, thirdKey, allYears, restored);
            var reply = redis.execute(script, call.keys(), call.arguments().toArray());
            switch (number(reply, 0)) {
                case MORE_YEARS -> allYears = true;
                case INCOMPLETE -> {
                    restoration.restore(List.of(attempt.learner()));
                    restored = true;
                }
                case ARCHIVED -> archive.reopen(attempt.learner());
                default -> {
                    return reply;
                }
            }
        }
    }

    private List<@Nullable Object> pipeline(
            RedisConnection connection, List<Attempt> attempts, Function<Attempt, LocalDate> days) {
        var scripts = connection.scriptingCommands();
        var sha = scripts.scriptLoad(bytes(signIn.getScriptAsString()));
        connection.openPipeline();
        for (var attempt : attempts) {
            var day = days.apply(attempt);
            var call = calls.of(attempt, day, keys.count(attempt.learner(), day), false, false);
            scripts.evalSha(sha, ReturnType.MULTI, call.keys().size(), call.keysAndArguments());
        }
        return connection.closePipeline();
    }

    private static Answer answer(LocalDate day, List<?> reply) {
        return new Answer(day, number(reply, 0) == 1, number(reply, 1), number(reply, 2), number(reply, 3));
    }

    private static boolean knowsEnough(List<?> reply) {
        return number(reply, 0) >= 0;
    }

    private static int number(List<?> reply, int index) {
        return ((Long) reply.get(index)).intValue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
