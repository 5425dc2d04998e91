package io.streakboard.signin;

import io.streakboard.signin.calendar.SignInRules.MakeUps;
import io.streakboard.signin.calendar.SignInSection;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.journal.Watermark;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.script.SignInCommand;
import io.streakboard.signin.script.SignInResult;
import io.streakboard.signin.script.SignInScript;
import io.streakboard.signin.script.SignInScript.MakeUpDone;
import io.streakboard.signin.script.WriteConcern;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/** Signs learners in. */
@Service
public class SignIns {

    /** A request to sign in for the day on which the learner acted. */
    public record Attempt(long learner, Instant at) {}

    /** The most entries read of a partition: more than it has unless the journal's consumers are far behind. */
    private static final int MAX_READ = 1_000;

    private final SignInScript script;
    private final WriteConcern writeConcern;
    private final Journal journal;
    private final Partitions partitions;
    private final SignInSection rules;
    private final BusinessTime time;

    SignIns(
            SignInScript script,
            WriteConcern writeConcern,
            Journal journal,
            Partitions partitions,
            SignInSection rules,
            BusinessTime time) {
        this.script = script;
        this.writeConcern = writeConcern;
        this.journal = journal;
        this.partitions = partitions;
        this.rules = rules;
        this.time = time;
    }

    SignInResult signIn(long learner) {
        var at = time.now();
        var today = time.dayOf(at);
        return writeConcern.of(learner, () -> {
            var signed = script.signIn(new SignInCommand(learner, today, at));
            appended(learner, signed.newlySigned());
            return signed;
        });
    }

    /** Makes up for a missed day. The points count for the current season, because the learner commands now. */
    MakeUpDone makeUp(long learner, LocalDate day) {
        var at = time.now();
        var makeUps = rules.at(at).makeUps();
        MakeUpNotAllowed.check(day, time, time.dayOf(at), makeUps.window());
        return made(
                learner,
                () -> script.makeUp(new SignInCommand(learner, day, at))
                        .orElseThrow(() -> noneLeft(YearMonth.from(day), makeUps.quota())));
    }

    /** Makes up for a missed day of the last year in an admin's name. It needs no make-up to be left. */
    MakeUpDone giveBack(long learner, LocalDate day) {
        var at = time.now();
        MakeUpNotAllowed.check(day, time, time.dayOf(at), MakeUps.ALL.window());
        return made(learner, () -> script.giveBack(new SignInCommand(learner, day, at)));
    }

    private MakeUpDone made(long learner, Supplier<MakeUpDone> makeUp) {
        return writeConcern.of(learner, () -> {
            var done = makeUp.get();
            appended(learner, done.newlySigned());
            return done;
        });
    }

    private static Problem noneLeft(YearMonth month, int quota) {
        return Problem.of(
                        HttpStatus.CONFLICT,
                        "make-up-quota-exhausted",
                        "You can make up for %d missed days of each month. For %s you have none left"
                                .formatted(quota, month))
                .coded("quota", Map.of("quota", quota, "month", month));
    }

    /** Signs in for past or present days, many at once, in the given order. Once answered, they are in the journal. */
    public List<SignInResult> signIn(List<Attempt> attempts) {
        var commands = attempts.stream()
                .map(attempt -> new SignInCommand(attempt.learner(), time.dayOf(attempt.at()), attempt.at()))
                .toList();
        return writeConcern.of(commands.stream().map(SignInCommand::learner).toList(), () -> answers(commands));
    }

    private List<SignInResult> answers(List<SignInCommand> commands) {
        var results = script.signIn(commands);
        for (int i = 0; i < commands.size(); i++) {
            appended(commands.get(i).learner(), results.get(i).newlySigned());
        }
        return results;
    }

    /** Signals entries appended by the scripts, so that this instance's consumers need not search for them. */
    private void appended(long learner, boolean newlySigned) {
        if (newlySigned) {
            journal.appended(partitions.of(learner));
        }
    }

    /** The number of answered sign-ins that have not reached MySQL yet. */
    public long backlog() {
        return partitions.each(journal::backlog).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns a check that tells whether all sign-ins answered until now have reached MySQL or were parked. */
    public BooleanSupplier recordingOfAll() {
        return new Watermark(journal, partitions)::isPassed;
    }

    /**
     * Whether the sign-ins of a time span have reached MySQL. The journal is in order of arrival, and a service may send
     * yesterday's sign-in after today's, so all entries are checked. A journal too long for that counts as having such
     * sign-ins.
     */
    public boolean areRecorded(Instant from, Instant until) {
        return partitions.each(partition -> journal.oldest(partition, MAX_READ)).stream()
                .noneMatch(entries -> entries.size() == MAX_READ
                        || entries.stream()
                                .map(EntryFields::signIn)
                                .map(SignIn::at)
                                .anyMatch(at -> !at.isBefore(from) && at.isBefore(until)));
    }
}
