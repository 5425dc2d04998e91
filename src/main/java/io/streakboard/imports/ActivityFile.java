package io.streakboard.imports;

import io.streakboard.points.Activity;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.jspecify.annotations.Nullable;

/**
 * A file of activities, {@code user_id,type,source_id,occurred_at} with a header, plain or compressed with gzip, read in
 * constant memory. Each line is parsed for itself, so that a stray quote spoils its own line and not the rest.
 */
class ActivityFile implements Closeable {

    private static final String HEADER = "user_id,type,source_id,occurred_at";
    private static final int COLUMNS = 4;
    private static final int LONGEST_LINE = 1000;
    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setTrim(true).get();

    /**
     * @param activity null if the line is none
     * @param error what is wrong then
     */
    record Line(long number, @Nullable Activity activity, String error) {}

    /** The file as a whole is not what it should be. */
    static class UnreadableFile extends RuntimeException {

        UnreadableFile(String message) {
            super(message);
        }
    }

    private final BufferedReader reader;
    private long number;

    private ActivityFile(BufferedReader reader) {
        this.reader = reader;
    }

    static ActivityFile open(Path path) throws IOException {
        var bytes = new BufferedInputStream(Files.newInputStream(path));
        var plain = gzipped(bytes) ? new GZIPInputStream(bytes) : bytes;
        var file = new ActivityFile(new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8)));
        if (!HEADER.equals(file.nextText())) {
            file.close();
            throw new UnreadableFile("line 1: the header must be " + HEADER);
        }
        return file;
    }

    private static boolean gzipped(BufferedInputStream bytes) throws IOException {
        bytes.mark(2);
        boolean gzipped = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return gzipped;
    }

    /** The next line that is not empty, or null at the end. */
    @Nullable
    Line next() {
        try {
            var text = nextText();
            while (text != null && text.isBlank()) {
                text = nextText();
            }
            return text == null ? null : line(text);
        } catch (IOException broken) {
            throw new UnreadableFile("after line " + number + ": " + broken.getMessage());
        }
    }

    /** Reads a line and keeps no more of it than a good one can have. */
    private @Nullable String nextText() throws IOException {
        var text = new StringBuilder();
        int read = reader.read();
        if (read < 0) {
            return null;
        }
        number++;
        for (; read >= 0 && read != '\n'; read = reader.read()) {
            if (text.length() <= LONGEST_LINE) {
                text.append((char) read);
            }
        }
        return text.toString().stripTrailing();
    }

    private Line line(String text) {
        if (text.length() > LONGEST_LINE) {
            return new Line(number, null, "the line has more than " + LONGEST_LINE + " characters");
        }
        try (var parser = CSVParser.parse(text, FORMAT)) {
            var columns = parser.iterator().next().values();
            return columns.length == COLUMNS
                    ? activity(columns)
                    : new Line(number, null, "expected " + COLUMNS + " columns, found " + columns.length);
        } catch (IOException | UncheckedIOException broken) {
            return new Line(number, null, "is not a line of CSV: " + broken.getMessage());
        }
    }

    private Line activity(String[] columns) {
        try {
            long learner = Long.parseLong(columns[0]);
            return new Line(number, new Activity(learner, columns[1], columns[2], Instant.parse(columns[3])), "");
        } catch (NumberFormatException malformed) {
            return new Line(number, null, "user_id: '" + columns[0] + "' is not a number");
        } catch (DateTimeParseException malformed) {
            return new Line(
                    number, null, "occurred_at: '" + columns[3] + "' is not a time such as 2026-11-21T08:00:00Z");
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
