package io.streakboard.signin.script;

import io.streakboard.redis.Pipeline;
import io.streakboard.signin.calendar.Archive;
import io.streakboard.signin.calendar.Restoration;
import io.streakboard.signin.calendar.SignInRules;
import io.streakboard.signin.script.ScriptRules.Scripts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Runs {@code sign_in.lua}, {@code make_up.lua} and {@code journal_again.lua}, one round trip each. The client may
 * send a script again after a reconnect: the second run finds the bit set and changes nothing.
 */
@Component
public class SignInScript {

    /**
     * @param asMakeUp whether the day is made up in the end: not if an earlier sign-in was a regular one
     * @param newlySigned whether this call made the day up, or it was signed before
     * @param streak consecutive days up to that day
     * @param points the points it pays; 0 if no longer known
     * @param left how many more days of the month can be made up
     * @param milestone the part of the points that is for milestones
     */
    public record MakeUpDone(boolean asMakeUp, boolean newlySigned, int streak, int points, int left, int milestone) {}

    private final StringRedisTemplate redis;
    private final Pipeline pipeline;
    private final ScriptCalls calls;
    private final Restoration restoration;
    private final Archive archive;
    private final ScriptRules rules;

    SignInScript(
            StringRedisTemplate redis,
            Pipeline pipeline,
            ScriptRules rules,
            ScriptCalls calls,
            Restoration restoration,
            Archive archive) {
        this.redis = redis;
        this.pipeline = pipeline;
        this.calls = calls;
        this.restoration = restoration;
        this.archive = archive;
        this.rules = rules;
    }

    public SignInResult signIn(SignInCommand command) {
        return signed(command, execute(Scripts::signIn, command, true));
    }

    /**
     * Signs many days in the given order, pipelined. A learner's next day is sent when the day before has been
     * answered, since the script may ask for more years and then that day is sent again.
     */
    public List<SignInResult> signIn(List<SignInCommand> commands) {
        var answers = new SignInResult[commands.size()];
        for (var round : rounds(commands)) {
            var scripts = rules.at(commands.get(round.getFirst()).at());
            var results = pipeline.call(
                    scripts.signIn(),
                    round.stream()
                            .map(index -> calls.of(
                                    commands.get(index), scripts.hasFreezes(), scripts.needAllYears(), false, false))
                            .toList());
            for (int i = 0; i < round.size(); i++) {
                int index = round.get(i);
                var command = commands.get(index);
                var result = new ScriptResult(results.get(i));
                answers[index] = signed(
                        command,
                        result.code() == ScriptResult.Code.DONE ? result : execute(Scripts::signIn, command, false));
            }
        }
        return Arrays.asList(answers);
    }

    /**
     * Indexes of the commands: the first of each learner, then the second of each, and so on, and apart by the rules that
     * pay them.
     */
    private Collection<List<Integer>> rounds(List<SignInCommand> commands) {
        var rounds = new TreeMap<Integer, Map<SignInRules, List<Integer>>>();
        var seen = new HashMap<Long, Integer>();
        for (int i = 0; i < commands.size(); i++) {
            var command = commands.get(i);
            int round = seen.merge(command.learner(), 1, Integer::sum);
            rounds.computeIfAbsent(round, each -> new LinkedHashMap<>())
                    .computeIfAbsent(rules.at(command.at()).rules(), each -> new ArrayList<>())
                    .add(i);
        }
        return rounds.values().stream()
                .flatMap(round -> round.values().stream())
                .toList();
    }

    private static SignInResult signed(SignInCommand command, ScriptResult result) {
        return new SignInResult(
                command.day(),
                result.flag(0),
                result.number(1),
                result.number(2),
                result.number(3),
                result.number(4),
                result.number(5));
    }

    /**
     * Empty if all make-ups of the day's month are used. Fails if neither Redis nor MySQL can tell, because a make-up,
     * unlike a sign-in, can wait.
     */
    public Optional<MakeUpDone> makeUp(SignInCommand command) {
        var result = execute(Scripts::makeUp, command, false);
        return result.code() == ScriptResult.Code.NO_MAKE_UP_LEFT ? Optional.empty() : Optional.of(madeUp(result));
    }

    /** Makes a day up, whether or not a make-up of its month is left. */
    public MakeUpDone giveBack(SignInCommand command) {
        return madeUp(execute(Scripts::giveBack, command, false));
    }

    private static MakeUpDone madeUp(ScriptResult result) {
        return new MakeUpDone(
                result.flag(4), result.flag(0), result.number(1), result.number(2), result.number(3), result.number(5));
    }

    /** Appends a signed day to the journal once more, with the points that were answered or that the rules pay. */
    public void journalAgain(SignInCommand command) {
        execute(Scripts::journalAgain, command, false);
    }

    /**
     * Runs a script until it has the bits it needs: all years if it requests them, bits from MySQL if Redis lacks some.
     */
    @SuppressWarnings("rawtypes")
    private ScriptResult execute(Function<Scripts, RedisScript<List>> kind, SignInCommand command, boolean longest) {
        var scripts = rules.at(command.at());
        var script = kind.apply(scripts);
        boolean allYears = scripts.needAllYears();
        boolean restored = false;
        while (true) {
            var call = calls.of(command, scripts.hasFreezes(), allYears, longest, restored);
            var result = new ScriptResult(
                    redis.execute(script, call.keys(), call.arguments().toArray()));
            switch (result.code()) {
                case MORE_YEARS -> allYears = true;
                case INCOMPLETE -> {
                    if (!restoration.restore(List.of(command.learner())) && scripts.makesUp(script)) {
                        throw new DataAccessResourceFailureException(
                                "The days of the learner, which a make-up needs, are not known");
                    }
                    restored = true;
                }
                case ARCHIVED -> archive.reopen(command.learner());
                case NO_MAKE_UP_LEFT, DONE -> {
                    return result;
                }
            }
        }
    }
}
