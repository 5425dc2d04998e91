package io.streakboard.signin;

import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The days on which one learner signed in. */
record Calendar(NavigableSet<LocalDate> days) {

    /** @param years the bits of each year, the first bit for 1 January, as Redis keeps them */
    static Calendar of(Map<Integer, byte[]> years) {
        var days = new TreeSet<LocalDate>();
        new TreeMap<>(years)
                .forEach((year, bits) -> IntStream.range(
                                0, Math.min(bits.length * 8, Year.of(year).length()))
                        .filter(bit -> (bits[bit / 8] & 128 >> bit % 8) != 0)
                        .mapToObj(bit -> LocalDate.ofYearDay(year, bit + 1))
                        .forEach(days::add));
        return new Calendar(days);
    }

    boolean signed(LocalDate day) {
        return days.contains(day);
    }

    List<LocalDate> daysIn(YearMonth month) {
        return List.copyOf(days.subSet(month.atDay(1), true, month.atEndOfMonth(), true));
    }

    List<LocalDate> daysIn(Year year) {
        return List.copyOf(days.subSet(year.atDay(1), true, year.atDay(year.length()), true));
    }

    /** Signed days in a row up to today, or up to yesterday while today is still open. */
    int streak(LocalDate today) {
        var day = signed(today) ? today : today.minusDays(1);
        int streak = 0;
        for (; signed(day); day = day.minusDays(1)) {
            streak++;
        }
        return streak;
    }

    int longestStreak() {
        return longestStreak(days);
    }

    /** The length of the longest run of consecutive days among days in ascending order. */
    static int longestStreak(Collection<LocalDate> ascending) {
        int longest = 0;
        int run = 0;
        LocalDate expected = null;
        for (var day : ascending) {
            run = day.equals(expected) ? run + 1 : 1;
            longest = Math.max(longest, run);
            expected = day.plusDays(1);
        }
        return longest;
    }
}
