package io.streakboard.identity.privacy;

import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The pauses of one learner, past ones too. A day that was signed in a pause is a signed day. */
public record Pauses(List<Pause> all) {

    /** Enough for the long holidays of a school; a streak that bridges more would say nothing. */
    static final int MOST_DAYS_A_YEAR = 60;

    /**
     * @param until the first day that is not paused any more; the first one itself if nothing is left of the pause
     * @param hidden the days on which boards hide the learner for it, see {@link PrivacyLock}
     */
    public record Pause(LocalDate from, LocalDate until, HiddenDays hidden) {

        /** Hides the learner on its own days. */
        public Pause(LocalDate from, LocalDate until) {
            this(from, until, new HiddenDays(from, until));
        }

        boolean has(LocalDate day) {
            return !day.isBefore(from) && day.isBefore(until);
        }

        /** Its days within a year. However late it ends, these are few. */
        private Stream<LocalDate> days(Year year) {
            var first = Collections.max(List.of(from, year.atDay(1)));
            var next = Collections.min(List.of(until, year.plusYears(1).atDay(1)));
            return first.isBefore(next) ? first.datesUntil(next) : Stream.empty();
        }
    }

    /** @param until the first day on which the learner is not hidden; the first one itself if there is none */
    public record HiddenDays(LocalDate from, LocalDate until) {

        boolean has(LocalDate day) {
            return !day.isBefore(from) && day.isBefore(until);
        }

        boolean hasDays() {
            return from.isBefore(until);
        }
    }

    public static final Pauses NONE = new Pauses(List.of());

    public boolean has(LocalDate day) {
        return at(day).isPresent();
    }

    /** The pauses with days from a day on. A withdrawn pause has no days. */
    public List<Pause> since(LocalDate day) {
        return all.stream()
                .filter(pause -> pause.from().isBefore(pause.until()))
                .filter(pause -> pause.until().isAfter(day))
                .toList();
    }

    Optional<Pause> at(LocalDate day) {
        return all.stream().filter(pause -> pause.has(day)).findFirst();
    }

    /** When a pause that has a day ends. */
    public Optional<LocalDate> until(LocalDate day) {
        return at(day).map(Pause::until);
    }

    public Stream<LocalDate> days() {
        return all.stream()
                .flatMap(pause -> pause.from().datesUntil(pause.until()))
                .distinct()
                .sorted();
    }

    /** Whether boards hide the learner on a day. */
    boolean hides(LocalDate day) {
        return all.stream().anyMatch(pause -> pause.hidden().has(day));
    }

    /** The day from which boards no longer hide the learner, who is hidden on a day; empty if not. */
    Optional<LocalDate> hiddenUntil(LocalDate day) {
        return all.stream()
                .map(Pause::hidden)
                .filter(hidden -> hidden.has(day))
                .map(HiddenDays::until)
                .max(LocalDate::compareTo);
    }

    /** The future day from which boards hide the learner, if any. */
    Optional<LocalDate> hiddenFrom(LocalDate today) {
        return all.stream()
                .map(Pause::hidden)
                .filter(hidden -> hidden.hasDays() && hidden.from().isAfter(today))
                .map(HiddenDays::from)
                .min(LocalDate::compareTo);
    }

    /** The last day, today at the latest, on which boards showed the learner again. */
    Optional<LocalDate> shownAgain(LocalDate today) {
        return all.stream()
                .map(Pause::hidden)
                .filter(hidden -> hidden.hasDays() && !hidden.until().isAfter(today))
                .map(HiddenDays::until)
                .max(LocalDate::compareTo);
    }

    /** Adds or replaces a pause (same start day). */
    Pauses with(Pause pause) {
        var others = new ArrayList<>(all);
        others.removeIf(each -> each.from().equals(pause.from()));
        others.add(pause);
        return new Pauses(List.copyOf(others));
    }

    /** The days of a year that can still be paused; below 0 if there are too many paused days. */
    int daysLeft(Year year) {
        return MOST_DAYS_A_YEAR
                - (int) all.stream()
                        .flatMap(pause -> pause.days(year))
                        .distinct()
                        .count();
    }

    /** Today's pause with another end, or a new one. Empty if nothing changes. */
    Optional<Pause> paused(LocalDate today, LocalDate until) {
        var current = at(today);
        return current.isPresent() && current.get().until().equals(until)
                ? Optional.empty()
                : Optional.of(new Pause(current.map(Pause::from).orElse(today), until));
    }

    /** Today's pause, ended. Empty if there is none. */
    Optional<Pause> ended(LocalDate today) {
        return at(today).map(pause -> new Pause(pause.from(), today));
    }
}
