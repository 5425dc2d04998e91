package io.streakboard.signin;

import io.streakboard.signin.SignInScript.MadeUp;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;

/** Signs learners in. */
@Service
public class SignIns {

    /** A wish to sign in for the day on which the learner acted. */
    public record Attempt(long learner, Instant at) {}

    /**
     * @param newlySigned whether this attempt signed the learner in, or an earlier one had
     * @param streak consecutive days up to that day
     * @param points what it pays; 0 if no longer known
     * @param order which sign-in of the day it was, from 1; 0 if no longer known
     */
    public record Answer(LocalDate day, boolean newlySigned, int streak, int points, long order) {}

    private final SignInScript script;
    private final Crowd crowd;
    private final Journal journal;
    private final SignInKeys keys;
    private final SignInProperties properties;
    private final BusinessTime time;

    SignIns(
            SignInScript script,
            Crowd crowd,
            Journal journal,
            SignInKeys keys,
            SignInProperties properties,
            BusinessTime time) {
        this.script = script;
        this.crowd = crowd;
        this.journal = journal;
        this.keys = keys;
        this.properties = properties;
        this.time = time;
    }

    Answer signIn(long learner) {
        var at = time.now();
        return crowd.join(() -> script.signIn(new Attempt(learner, at), time.dayOf(at)));
    }

    /** Makes up for a missed day. Points go to the current season: the learner acts now. */
    MadeUp makeUp(long learner, LocalDate day) {
        var at = time.now();
        MakeUpNotAllowed.check(day, time.dayOf(at), properties.makeUps().window());
        return script.makeUp(new Attempt(learner, at), day);
    }

    /** Signs in for past or present days, many at once, in the given order. Once answered, they are in the journal. */
    public List<Answer> signIn(List<Attempt> attempts) {
        return script.signIn(attempts, attempt -> time.dayOf(attempt.at()));
    }

    /** How many answered sign-ins have not reached MySQL yet. */
    public long backlog() {
        return IntStream.range(0, keys.partitions()).mapToLong(journal::backlog).sum();
    }

    /** Tells, each time it is asked, whether all sign-ins that were answered until now have reached MySQL or were parked. */
    public BooleanSupplier recordingOfAll() {
        var newest = new TreeMap<Integer, JournalEntry>();
        for (int partition = 0; partition < keys.partitions(); partition++) {
            int own = partition;
            journal.newest(own).ifPresent(entry -> newest.put(own, entry));
        }
        return () -> newest.entrySet().stream()
                .noneMatch(last -> journal.oldest(last.getKey())
                        .filter(entry -> entry.upTo(last.getValue()))
                        .isPresent());
    }

    /** Whether the sign-ins of before an instant have reached MySQL, as far as the heads of the journal can tell. */
    public boolean recordedUntil(Instant instant) {
        return IntStream.range(0, keys.partitions())
                .mapToObj(journal::oldest)
                .flatMap(Optional::stream)
                .noneMatch(entry -> entry.signIn().at().isBefore(instant));
    }

    /** How many sign-ins are parked whose day lies in a span of time, or that do not tell their day. */
    public long parked(Instant from, Instant until) {
        return IntStream.range(0, keys.partitions())
                .mapToObj(journal::parked)
                .flatMap(List::stream)
                .map(JournalEntry::day)
                .filter(day -> day.map(time::startOf)
                        .map(start -> !start.isBefore(from) && start.isBefore(until))
                        .orElse(true))
                .count();
    }
}
