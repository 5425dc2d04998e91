package io.streakboard.imports;

import io.streakboard.activities.Activity;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A file of activities, {@code user_id,type,source_id,occurred_at} with a header, compressed with gzip, read in
 * constant memory. Each line is parsed by itself, so that a stray quote breaks its own line only.
 */
class ActivityFile implements Closeable {

    static final String HEADER = "user_id,type,source_id,occurred_at";
    private static final Set<String> HEADERS = Set.of(HEADER, '"' + HEADER.replace(",", "\",\"") + '"');
    private static final Map<String, String> COLUMN_OF =
            Map.of("learner", "user_id", "sourceId", "source_id", "occurredAt", "occurred_at");
    private static final String MARK = "\ufeff";
    private static final int COLUMNS = 4;
    private static final int LONGEST_LINE = 1000;
    private static final int BUFFER = 1 << 16;
    private static final Instant FIRST = Instant.parse("1000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-30T00:00:00Z");
    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setTrim(true).get();

    /**
     * @param activity null if the line is invalid
     * @param error why it is invalid
     */
    record Line(long number, @Nullable Activity activity, String error) {}

    /** The file cannot be imported at all. */
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

    /**
     * @param most how large it may be when unpacked
     * @throws UnreadableFile if it is not compressed, or has no header
     */
    static ActivityFile open(InputStream compressed, DataSize most) {
        try {
            var plain = new BoundedStream(new GZIPInputStream(compressed, BUFFER), most);
            var file = new ActivityFile(new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8)));
            if (!isHeader(file.nextText())) {
                throw new UnreadableFile("line 1: the header must be " + HEADER);
            }
            return file;
        } catch (IOException broken) {
            throw new UnreadableFile("line 1: " + broken.getMessage());
        }
    }

    /** Spreadsheets begin with a byte order mark, and databases quote the names of columns. */
    static boolean isHeader(@Nullable String line) {
        return line != null && HEADERS.contains(line.startsWith(MARK) ? line.substring(MARK.length()) : line);
    }

    /** What is wrong with an activity, by the names of the columns. */
    static String inColumns(String violation) {
        int end = violation.indexOf(": ");
        return end < 0
                ? violation
                : Arrays.stream(violation.substring(0, end).split(", "))
                                .map(field -> COLUMN_OF.getOrDefault(field, field))
                                .collect(Collectors.joining(", "))
                        + violation.substring(end);
    }

    /** Skips all lines up to this one. */
    void skipTo(long line) {
        try {
            while (number < line && nextText() != null) {
                // the next one
            }
        } catch (IOException broken) {
            throw broken(broken);
        }
    }

    /** The next lines that are not empty, none at the end. */
    List<Line> next(int atMost) {
        var lines = new ArrayList<Line>(atMost);
        for (var line = next(); line != null; line = lines.size() < atMost ? next() : null) {
            lines.add(line);
        }
        return lines;
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
            throw broken(broken);
        }
    }

    private UnreadableFile broken(IOException failure) {
        return new UnreadableFile("after line " + number + ": " + failure.getMessage());
    }

    /** Reads a line, but keeps no more characters than a valid line can have. */
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
            return new Line(number, null, "the line is not CSV: a quote is not closed, or stands within a value");
        }
    }

    private Line activity(String[] columns) {
        try {
            long learner = Long.parseLong(columns[0]);
            return new Line(number, new Activity(learner, columns[1], columns[2], instant(columns[3])), "");
        } catch (NumberFormatException malformed) {
            return new Line(number, null, "user_id: '" + columns[0] + "' is not a number");
        } catch (DateTimeException malformed) {
            return new Line(
                    number, null, "occurred_at: '" + columns[3] + "' is not a time such as 2026-11-21T08:00:00Z");
        }
    }

    /** Only of years that MySQL can store. */
    private static Instant instant(String text) {
        var instant = Instant.parse(text);
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw new DateTimeException("out of range");
        }
        return instant;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
