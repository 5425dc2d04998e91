package io.streakboard.signin.calendar;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The summary that Redis keeps of a learner's archived years.
 *
 * @param year the last archived year
 * @param run the streak at its end
 * @param longest the longest streak until then
 * @param days signed until then
 */
public record ArchiveSummary(int year, int run, int longest, int days) {

    /** @return null if the text is empty: the learner has no archived years */
    static @Nullable ArchiveSummary parse(String text) {
        if (text.isEmpty()) {
            return null;
        }
        var parts = text.split(" ", -1);
        return new ArchiveSummary(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }

    String text() {
        return year + " " + run + " " + longest + " " + days;
    }

    boolean has(LocalDate day) {
        return day.getYear() <= year;
    }

    LocalDate lastDay() {
        return LocalDate.of(year, 12, 31);
    }
}
