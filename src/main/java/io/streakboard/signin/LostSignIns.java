package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Sign-ins that Redis has and MySQL has not: tells those that are on their way from those that got lost. */
@Component
class LostSignIns {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int ALL = 366;

    private final Journal journal;
    private final SignInScript script;
    private final SignInMonths months;
    private final SignInKeys keys;
    private final BusinessTime time;

    LostSignIns(Journal journal, SignInScript script, SignInMonths months, SignInKeys keys, BusinessTime time) {
        this.journal = journal;
        this.script = script;
        this.months = months;
        this.keys = keys;
        this.time = time;
    }

    /** What had not reached MySQL: it is parked, or its partition is not being drained. */
    record UnderWay(Set<Integer> undrained, Map<LearnerYear, YearBits> parked, SignInKeys keys) {

        YearBits of(LearnerYear year) {
            return undrained.contains(keys.partition(year.learner()))
                    ? new YearBits(all(), all(), all())
                    : parked.getOrDefault(year, YearBits.none());
        }

        private static BitSet all() {
            var bits = new BitSet();
            bits.set(0, ALL);
            return bits;
        }
    }

    /**
     * Waits until what is in the journal now has been taken out of it: it is in MySQL then, or parked. What is parked is
     * asked before and after, as an entry may return from there to the journal meanwhile.
     */
    UnderWay awaitJournal() {
        var parked = new HashMap<LearnerYear, YearBits>();
        partitions().forEach(partition -> addParked(partition, parked));
        var marks = new HashMap<Integer, JournalEntry>();
        partitions().forEach(partition -> journal.newest(partition).ifPresent(entry -> marks.put(partition, entry)));
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (marks.entrySet().removeIf(mark -> passed(mark.getKey(), mark.getValue())) | !marks.isEmpty()
                && System.nanoTime() < patience) {
            pause();
        }
        partitions().forEach(partition -> addParked(partition, parked));
        return new UnderWay(new HashSet<>(marks.keySet()), parked, keys);
    }

    private boolean passed(int partition, JournalEntry mark) {
        return journal.oldest(partition).filter(oldest -> oldest.upTo(mark)).isEmpty();
    }

    private void addParked(int partition, Map<LearnerYear, YearBits> parked) {
        journal.parked(partition)
                .forEach(entry -> signIn(entry).ifPresent(signIn -> {
                    add(parked, signIn.user(), signIn.day(), signIn.kind() == Kind.MAKE_UP, false);
                    for (int gap = 1; gap <= signIn.frozen(); gap++) {
                        add(parked, signIn.user(), signIn.day().minusDays(gap), false, true);
                    }
                }));
    }

    private static void add(
            Map<LearnerYear, YearBits> years, long learner, LocalDate day, boolean madeUp, boolean frozen) {
        int bit = 1 << day.getDayOfMonth() - 1;
        years.computeIfAbsent(new LearnerYear(learner, day.getYear()), year -> YearBits.none())
                .add(day.withDayOfMonth(1), frozen ? 0 : bit, madeUp ? bit : 0, frozen ? bit : 0);
    }

    private static Optional<SignIn> signIn(JournalEntry entry) {
        try {
            return Optional.of(entry.signIn());
        } catch (IllegalArgumentException malformed) { // which may be why it is parked
            return Optional.empty();
        }
    }

    /** Puts lost sign-ins back into the journal and returns how many marks are restored. */
    long restore(Map<LearnerYear, YearBits> lost) {
        months.addMarks(lost);
        lost.forEach((year, bits) -> year.days(bits.days())
                .forEach(day -> script.journalAgain(new Attempt(year.learner(), acted(day)), day)));
        return lost.values().stream().mapToLong(YearBits::size).sum();
    }

    /** When the learner acted is lost, too: the day's last moment overtakes nobody on the board. */
    private Instant acted(LocalDate day) {
        var last = time.startOf(day.plusDays(1)).minusMillis(1);
        return last.isBefore(time.now()) ? last : time.now();
    }

    private IntStream partitions() {
        return IntStream.range(0, keys.partitions());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }
}
