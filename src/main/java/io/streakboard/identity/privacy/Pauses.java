package io.streakboard.identity.privacy;

import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
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
    }

    public static final Pauses NONE = new Pauses(List.of());

    public boolean has(LocalDate day) {
        return at(day).isPresent();
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
                - (int) days().filter(day -> day.getYear() == year.getValue()).count();
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
