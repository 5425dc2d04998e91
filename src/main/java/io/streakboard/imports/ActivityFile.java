package io.streakboard.imports;

import io.streakboard.activities.Activity;
import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import io.streakboard.web.Text;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final int LONGEST_CHARACTER = 4;
    private static final int BUFFER = 1 << 16;
    private static final Instant FIRST = Instant.parse("1000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-30T00:00:00Z");
    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setTrim(true).get();

    /**
     * @param activity null if the line is invalid
     * @param error why it is invalid
     */
    record Line(
            long number,
            @Nullable Activity activity,
            @Nullable Mistake error) {}

    /** The file cannot be imported at all. */
    static class UnreadableFile extends RuntimeException {

        UnreadableFile(String message) {
            super(message);
        }
    }

    private final InputStream bytes;
    private final DataSize most;
    private long size;
    private long number;

    private ActivityFile(InputStream bytes, DataSize most) {
        this.bytes = bytes;
        this.most = most;
    }

    /**
     * @param most how large it may be when unpacked: two megabytes of gzip can unpack to two gigabytes
     * @throws UnreadableFile if it is not compressed, or has no header
     */
    static ActivityFile open(InputStream compressed, DataSize most) {
        try {
            var plain = new WholeGzip(compressed, BUFFER);
            var file = new ActivityFile(new BufferedInputStream(plain, BUFFER), most);
            var header = file.nextBytes();
            if (header == null || !isHeader(text(header))) {
                throw new UnreadableFile("line 1: the header must be " + HEADER);
            }
            return file;
        } catch (CharacterCodingException notText) {
            throw new UnreadableFile("line 1: it is not UTF-8");
        } catch (IOException broken) {
            throw new UnreadableFile("line 1: " + broken.getMessage());
        }
    }

    /** Spreadsheets begin with a byte order mark, and databases quote the names of columns. */
    static boolean isHeader(String line) {
        return HEADERS.contains(line.startsWith(MARK) ? line.substring(MARK.length()) : line);
    }

    /** A mistake in an activity, by the name of the column. */
    static Mistake inColumn(Mistake mistake) {
        var field = String.valueOf(mistake.field());
        return mistake.at(COLUMN_OF.getOrDefault(field, field));
    }

    /** Skips all lines up to and including this one. */
    void skipTo(long line) {
        try {
            while (number < line && nextBytes() != null) {
                // the next one
            }
        } catch (IOException broken) {
            throw broken(broken);
        }
    }

    /** The next lines that are not empty; an empty list at the end. */
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
            for (var bytes = nextBytes(); bytes != null; bytes = nextBytes()) {
                var line = line(bytes);
                if (line != null) {
                    return line;
                }
            }
            return null;
        } catch (IOException broken) {
            throw broken(broken);
        }
    }

    private UnreadableFile broken(IOException failure) {
        return new UnreadableFile("after line " + number + ": " + failure.getMessage());
    }

    /** Reads a line, but keeps hardly more than a valid line can have. */
    private byte @Nullable [] nextBytes() throws IOException {
        var line = new ByteArrayOutputStream();
        int read = read();
        if (read < 0) {
            return null;
        }
        number++;
        for (; read >= 0 && read != '\n'; read = read()) {
            if (line.size() <= LONGEST_LINE * LONGEST_CHARACTER) {
                line.write(read);
            }
        }
        return line.toByteArray();
    }

    private int read() throws IOException {
        int read = bytes.read();
        if (++size > most.toBytes() && read >= 0) {
            throw new IOException("the file has more than " + most.toMegabytes() + " MB when unpacked,"
                    + " see streakboard.imports.max-size");
        }
        return read;
    }

    private static String text(byte[] line) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(line))
                .toString()
                .stripTrailing();
    }

    /** Null if there is nothing in the line. */
    private @Nullable Line line(byte[] bytes) {
        if (bytes.length > LONGEST_LINE * LONGEST_CHARACTER) {
            return tooLong();
        }
        try {
            var text = text(bytes);
            return text.isBlank() ? null : line(text);
        } catch (CharacterCodingException notText) {
            return new Line(number, null, Code.NOT_UTF_8.of(null));
        }
    }

    private Line tooLong() {
        return new Line(number, null, Code.LINE_LENGTH.of(null, LONGEST_LINE));
    }

    private Line line(String text) {
        if (text.length() > LONGEST_LINE) {
            return tooLong();
        }
        try (var parser = CSVParser.parse(text, FORMAT)) {
            var columns = parser.iterator().next().values();
            return columns.length == COLUMNS
                    ? activity(columns)
                    : new Line(number, null, Code.COLUMNS.of(null, COLUMNS, columns.length));
        } catch (IOException | UncheckedIOException broken) {
            return new Line(number, null, Code.NOT_CSV.of(null));
        }
    }

    private Line activity(String[] columns) {
        try {
            long learner = Long.parseLong(columns[0]);
            return new Line(number, new Activity(learner, columns[1], columns[2], instant(columns[3])), null);
        } catch (NumberFormatException malformed) {
            return new Line(number, null, Code.NOT_A_NUMBER.of("user_id", Text.shown(columns[0])));
        } catch (DateTimeException malformed) {
            return new Line(number, null, Code.NOT_A_TIME.of("occurred_at", Text.shown(columns[3])));
        }
    }

    /** Only years that MySQL can store. */
    private static Instant instant(String text) {
        var instant = Instant.parse(text);
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw new DateTimeException("out of range");
        }
        return instant;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
