package io.streakboard.identity.privacy;

import io.streakboard.identity.ChangePoller;
import io.streakboard.identity.privacy.PauseTable.PauseRow;
import io.streakboard.identity.privacy.Pauses.Pause;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.time.Year;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * Days on which learners pause: their streaks go on over them, and boards hide the learners. Each sign-in and each row
 * of a board needs them, so all pauses are in memory, some 200 bytes for a learner who ever paused. They are not in
 * Redis, which therefore cannot lose them. {@link LearnerPrivacy} starts and stops the reading.
 */
@Component
public class LearnerPauses {

    private final PauseTable table;
    private final PrivacyLock lock;
    private final BusinessTime time;
    private final ConcurrentNavigableMap<Long, Pauses> known = new ConcurrentSkipListMap<>();
    private final ChangePoller<PauseRow> poller;

    LearnerPauses(PauseTable table, PrivacyLock lock, BusinessTime time) {
        this.table = table;
        this.lock = lock;
        this.time = time;
        this.poller = new ChangePoller<>(table::after, PauseRow::number, page -> page.forEach(this::keep));
    }

    private void keep(PauseRow row) {
        known.merge(row.learner(), new Pauses(List.of(row.pause())), (before, read) -> before.with(row.pause()));
    }

    /** The pauses of a learner, without asking MySQL. */
    public Pauses of(Long learner) {
        return known.getOrDefault(learner, Pauses.NONE);
    }

    /** Learners with higher ids whose pause ended after a day, and today at the latest; in the order of their ids. */
    public List<Long> returned(long learner, LocalDate after, LocalDate today, int limit) {
        return known.tailMap(learner, false).entrySet().stream()
                .filter(each -> each.getValue().all().stream()
                        .anyMatch(pause ->
                                pause.until().isAfter(after) && !pause.until().isAfter(today)))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
    }

    boolean hides(Long learner) {
        var pauses = known.get(learner);
        return pauses != null && pauses.hides(time.today());
    }

    /** Differs after each change, and on each day, because a pause may end with a day. */
    long version() {
        return poller.newest() == 0 ? 0 : poller.newest() + time.today().toEpochDay();
    }

    /** A learner's pauses, read from MySQL. */
    Pauses stored(long learner) {
        return table.of(learner);
    }

    /** Locks a learner's pauses until the transaction ends. */
    Pauses locked(long learner) {
        return table.locked(learner);
    }

    /**
     * Pauses from today on, or changes the end of today's pause. Repeating it changes nothing.
     *
     * @param choice of the learner, with the pauses {@code before} the change
     * @param until the first day that is not paused; empty to end the pause
     */
    void change(long learner, PrivacyChoice choice, Pauses before, Optional<LocalDate> until) {
        var today = time.today();
        var changed = until.isEmpty() ? before.ended(today) : paused(before, today, until.get());
        changed.ifPresent(pause -> table.replace(learner, lock.hiding(pause, choice, before)));
    }

    private static Optional<Pause> paused(Pauses before, LocalDate today, LocalDate until) {
        PauseNotAllowed.checkAhead(today, until);
        var pause = before.paused(today, until);
        pause.ifPresent(added -> PauseNotAllowed.checkLength(before.with(added), today, until));
        return pause;
    }

    int daysLeft(Pauses pauses) {
        return Math.max(0, pauses.daysLeft(Year.from(time.today())));
    }

    Optional<LocalDate> until(Pauses pauses) {
        return pauses.until(time.today());
    }

    Optional<LocalDate> hiddenUntil(Pauses pauses) {
        return pauses.hiddenUntil(time.today());
    }

    void read() {
        poller.read();
    }

    void erase(long learner) {
        table.erase(learner);
    }

    void start(TaskScheduler scheduler) {
        poller.start(scheduler);
    }

    void stop() {
        poller.stop();
    }
}
