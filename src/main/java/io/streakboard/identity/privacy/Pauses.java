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

    /** @param until the first day that is not paused any more; the first one itself if nothing is left of the pause */
    public record Pause(LocalDate from, LocalDate until) {

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

    public static final Pauses NONE = new Pauses(List.of());

    public boolean has(LocalDate day) {
        return at(day).isPresent();
    }

    /** The pauses with days from a day on. One that was taken back has none. */
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

    /** With a pause in place of the one that began on the same day. */
    Pauses with(Pause pause) {
        var others = new ArrayList<>(all);
        others.removeIf(each -> each.from().equals(pause.from()));
        others.add(pause);
        return new Pauses(List.copyOf(others));
    }

    /** How many days of a year can still be paused; below 0 if there are too many. */
    int daysLeft(Year year) {
        return MOST_DAYS_A_YEAR
                - (int) all.stream()
                        .flatMap(pause -> pause.days(year))
                        .distinct()
                        .count();
    }

    /** The pause of today with another end, or a new one. Empty if nothing changes. */
    Optional<Pause> paused(LocalDate today, LocalDate until) {
        var from = at(today).map(Pause::from).orElse(today);
        var pause = new Pause(from, until);
        return all.contains(pause) ? Optional.empty() : Optional.of(pause);
    }

    /** The pause of today, ended. Empty if there is none. */
    Optional<Pause> ended(LocalDate today) {
        return at(today).map(pause -> new Pause(pause.from(), today));
    }
}
