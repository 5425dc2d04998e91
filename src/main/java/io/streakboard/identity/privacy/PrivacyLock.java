package io.streakboard.identity.privacy;

import io.streakboard.identity.privacy.Pauses.HiddenDays;
import io.streakboard.identity.privacy.Pauses.Pause;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * A learner's visibility changes at most once within the lock, by a choice or by a pause. Else a learner could vanish
 * and come back at will. A choice that comes too early is refused. A pause is not, as it holds the streak: boards hide
 * the learner later, and for as long as the lock at least, even if the pause ends before. Pauses hide whole days.
 */
@Component
class PrivacyLock {

    private final Duration lock;
    private final BusinessTime time;

    PrivacyLock(PrivacyProperties properties, BusinessTime time) {
        this.lock = properties.lock();
        this.time = time;
    }

    /** The time of the next possible choice; empty if that is now. */
    Optional<Instant> changeableAt(PrivacyChoice choice, Pauses pauses) {
        var now = time.now();
        return Stream.of(
                        Optional.ofNullable(choice.changedAt()).map(changed -> changed.plus(lock)),
                        pauses.hiddenFrom(time.today()).map(time::startOf),
                        shownAgain(choice, pauses).map(shown -> shown.plus(lock)))
                .flatMap(Optional::stream)
                .filter(now::isBefore)
                .max(Comparator.naturalOrder());
    }

    /** Another choice, made now. */
    PrivacyChoice changed(PrivacyChoice before, Pauses pauses, Visibility board) {
        changeableAt(before, pauses).ifPresent(end -> {
            throw PrivacyNotChangeable.until(end);
        });
        return new PrivacyChoice(board, time.now().truncatedTo(ChronoUnit.MILLIS)); // as it is stored
    }

    /** When the last pause stopped hiding the learner, unless that changed nothing. */
    private Optional<Instant> shownAgain(PrivacyChoice choice, Pauses pauses) {
        var today = time.today();
        return choice.board() == Visibility.HIDDEN || pauses.hides(today)
                ? Optional.empty()
                : pauses.shownAgain(today).map(time::startOf);
    }

    /**
     * A new pause, or today's pause with another end, with the days on which it hides the learner.
     *
     * @param choice before the change, as {@code pauses}
     */
    Pause hiding(Pause pause, PrivacyChoice choice, Pauses pauses) {
        var today = time.today();
        var from = pauses.at(today)
                .map(Pause::hidden)
                .filter(HiddenDays::hasDays)
                .map(HiddenDays::from)
                .orElseGet(() -> earliest(choice, pauses));
        boolean isTooShort = from.isAfter(today) && !pause.until().isAfter(from);
        var until = isTooShort
                ? from
                : Collections.max(List.of(pause.until(), from.plusDays(lockDays()), endOfHiding(today)));
        return new Pause(pause.from(), pause.until(), new HiddenDays(from, until));
    }

    /** The first day on which boards may hide the learner: today if they do so already. */
    private LocalDate earliest(PrivacyChoice choice, Pauses pauses) {
        var today = time.today();
        return choice.board() == Visibility.HIDDEN || pauses.hides(today)
                ? today
                : changeableAt(choice, pauses).map(this::firstDayFrom).orElse(today);
    }

    private LocalDate firstDayFrom(Instant instant) {
        var day = time.dayOf(instant);
        return time.startOf(day).isBefore(instant) ? day.plusDays(1) : day;
    }

    /** Days that are as long as the lock, though the first of them may be nearly over. */
    private long lockDays() {
        return lock.isZero() ? 0 : lock.minusNanos(1).toDays() + 2;
    }

    /** A pause that ends hides for the rest of the day, so that the lock runs from a midnight on. */
    private LocalDate endOfHiding(LocalDate today) {
        return lock.isZero() ? today : today.plusDays(1);
    }
}
