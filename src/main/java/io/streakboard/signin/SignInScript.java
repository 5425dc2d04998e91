package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import io.streakboard.signin.SignIns.Answer;
import io.streakboard.signin.SignIns.Attempt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Runs {@code sign_in.lua}, one round trip a sign-in. The script may be sent again after a reconnect: a second run finds
 * the bit set and changes nothing.
 */
@Component
class SignInScript {

    /** The day's year and the one before it: longer streaks ask again with more. */
    private static final int YEARS = 2;

    /** Longer than the day, in whatever zone and by whatever clock. */
    private static final String ANSWERS_KEPT = Long.toString(Duration.ofDays(2).toSeconds());

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SCRIPT = LuaScript.of("signin/sign_in", List.class);

    private final StringRedisTemplate redis;
    private final SignInKeys keys;
    private final String ladder;
    private final String milestones;

    SignInScript(StringRedisTemplate redis, SignInKeys keys, SignInProperties properties) {
        this.redis = redis;
        this.keys = keys;
        this.ladder = properties.ladderArgument();
        this.milestones = properties.milestonesArgument();
    }

    Answer signIn(Attempt attempt, LocalDate day) {
        for (int years = YEARS; ; years *= 2) {
            var call = call(attempt, day, years);
            var reply = redis.execute(SCRIPT, call.keys(), call.arguments().toArray());
            if (reply != null && (Long) reply.getFirst() >= 0) {
                return answer(day, reply);
            }
        }
    }

    List<Answer> signIn(List<Attempt> attempts, Function<Attempt, LocalDate> days) {
        var replies = redis.execute(
                (RedisCallback<List<@Nullable Object>>) connection -> pipeline(connection, attempts, days));
        var answers = new ArrayList<Answer>(attempts.size());
        for (int i = 0; i < attempts.size(); i++) {
            var attempt = attempts.get(i);
            var reply = (List<?>) replies.get(i);
            answers.add(
                    (Long) reply.getFirst() >= 0
                            ? answer(days.apply(attempt), reply)
                            : signIn(attempt, days.apply(attempt)));
        }
        return answers;
    }

    private List<@Nullable Object> pipeline(
            RedisConnection connection, List<Attempt> attempts, Function<Attempt, LocalDate> days) {
        var scripts = connection.scriptingCommands();
        var sha = scripts.scriptLoad(bytes(SCRIPT.getScriptAsString()));
        connection.openPipeline();
        for (var attempt : attempts) {
            var call = call(attempt, days.apply(attempt), YEARS);
            scripts.evalSha(sha, ReturnType.MULTI, call.keys().size(), call.keysAndArguments());
        }
        return connection.closePipeline();
    }

    private record Call(List<String> keys, List<String> arguments) {

        byte[][] keysAndArguments() {
            return Stream.concat(keys.stream(), arguments.stream())
                    .map(SignInScript::bytes)
                    .toArray(byte[][]::new);
        }
    }

    private Call call(Attempt attempt, LocalDate day, int years) {
        long learner = attempt.learner();
        var names = new ArrayList<String>(3 + years);
        names.add(keys.journal(keys.partition(learner)));
        names.add(keys.answers(learner, day));
        names.add(keys.count(learner, day));
        var arguments = new ArrayList<String>(7 + years);
        arguments.add(Long.toString(learner));
        arguments.add(day.toString());
        arguments.add(Long.toString(attempt.at().toEpochMilli()));
        arguments.add(Integer.toString(keys.address(learner).firstByte()));
        arguments.add(Integer.toString(day.getDayOfYear() - 1));
        arguments.add(ANSWERS_KEPT);
        arguments.add(ladder);
        arguments.add(milestones);
        names.add(keys.year(learner, day.getYear()));
        for (int year = day.getYear() - 1; year > day.getYear() - years; year--) {
            names.add(keys.year(learner, year));
            arguments.add(Integer.toString(Year.of(year).length()));
        }
        return new Call(names, arguments);
    }

    private static Answer answer(LocalDate day, List<?> reply) {
        return new Answer(
                day,
                (Long) reply.getFirst() == 1,
                ((Long) reply.get(1)).intValue(),
                ((Long) reply.get(2)).intValue(),
                (Long) reply.get(3));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
