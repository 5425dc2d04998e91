package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.Standing;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/**
 * Ranks as {@code LOAD DATA} reads them, tab between columns: {@code 1 4711 250 2026-01-31 09:15:00}. Reuses the text
 * of a day for the next rank, because most ranks share few days.
 */
class RankText {

    private static final int TYPICAL_ROW = 50;
    private static final int LONGEST_ROW = 3 * 20 + "-2026-01-31 09:15:00.123".length() + 4;
    private static final int SECONDS_PER_DAY = 86_400;

    private byte[] text;
    private int length;
    private long day = Long.MIN_VALUE;
    private String date = "";

    private RankText(int ranks) {
        text = new byte[ranks * TYPICAL_ROW + LONGEST_ROW];
    }

    static InputStream of(List<Standing> standings) {
        var rows = new RankText(standings.size());
        standings.forEach(rows::row);
        return new ByteArrayInputStream(rows.text, 0, rows.length);
    }

    private void row(Standing standing) {
        if (text.length - length < LONGEST_ROW) {
            text = Arrays.copyOf(text, 2 * text.length);
        }
        number(standing.rank(), '\t');
        number(standing.learner(), '\t');
        number(standing.points(), '\t');
        instant(standing.reachedAt());
        text[length++] = '\n';
    }

    private void number(long number, char end) {
        ascii(Long.toString(number));
        text[length++] = (byte) end;
    }

    /** In UTC, cut to milliseconds, as the column keeps it. */
    private void instant(Instant instant) {
        long second = instant.getEpochSecond();
        if (Math.floorDiv(second, SECONDS_PER_DAY) != day) {
            day = Math.floorDiv(second, SECONDS_PER_DAY);
            date = LocalDate.ofEpochDay(day).toString();
        }
        ascii(date);
        int ofDay = (int) Math.floorMod(second, SECONDS_PER_DAY);
        twoDigits(' ', ofDay / 3_600);
        twoDigits(':', ofDay / 60 % 60);
        twoDigits(':', ofDay % 60);
        int millis = instant.getNano() / 1_000_000;
        if (millis > 0) {
            twoDigits('.', millis / 10);
            text[length++] = (byte) ('0' + millis % 10);
        }
    }

    private void twoDigits(char before, int number) {
        text[length++] = (byte) before;
        text[length++] = (byte) ('0' + number / 10);
        text[length++] = (byte) ('0' + number % 10);
    }

    @SuppressWarnings("deprecation") // copies the low bytes, enough for ASCII
    private void ascii(String characters) {
        characters.getBytes(0, characters.length(), text, length);
        length += characters.length();
    }
}
