package io.streakboard.imports;

import io.streakboard.points.Activity;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * A file of activities, {@code user_id,type,source_id,occurred_at} with a header, plain or compressed with gzip, read
 * line by line in constant memory.
 */
class ActivityFile implements Iterator<ActivityFile.Line>, Closeable {

    static final List<String> COLUMNS = List.of("user_id", "type", "source_id", "occurred_at");

    /** A line with either an activity or what is wrong with it. */
    record Line(long number, @Nullable Activity activity, String error) {}

    /** The file is not what it should be as a whole. */
    static class UnreadableFile extends RuntimeException {

        UnreadableFile(String message) {
            super(message);
        }
    }

    private final CSVParser parser;
    private final Iterator<CSVRecord> records;

    private ActivityFile(CSVParser parser) {
        this.parser = parser;
        this.records = parser.iterator();
    }

    static ActivityFile open(Path file) throws IOException {
        var bytes = new BufferedInputStream(Files.newInputStream(file));
        var reader = new InputStreamReader(gzipped(bytes) ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8);
        var format = CSVFormat.DEFAULT
                .builder()
                .setIgnoreEmptyLines(true)
                .setTrim(true)
                .get();
        var opened = new ActivityFile(CSVParser.parse(reader, format));
        if (!opened.records.hasNext() || !opened.records.next().toList().equals(COLUMNS)) {
            opened.close();
            throw new UnreadableFile("line 1: the header must be " + String.join(",", COLUMNS));
        }
        return opened;
    }

    private static boolean gzipped(BufferedInputStream bytes) throws IOException {
        bytes.mark(2);
        boolean gzipped = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return gzipped;
    }

    @Override
    public boolean hasNext() {
        try {
            return records.hasNext();
        } catch (UncheckedIOException | IllegalStateException broken) {
            throw new UnreadableFile("after line " + parser.getCurrentLineNumber() + ": " + broken.getMessage());
        }
    }

    @Override
    public Line next() {
        var record = records.next();
        long number = parser.getCurrentLineNumber();
        if (record.size() != COLUMNS.size()) {
            return new Line(number, null, "expected " + COLUMNS.size() + " columns, found " + record.size());
        }
        try {
            long learner = Long.parseLong(record.get(0));
            return new Line(
                    number, new Activity(learner, record.get(1), record.get(2), Instant.parse(record.get(3))), "");
        } catch (NumberFormatException malformed) {
            return new Line(number, null, "user_id: '" + record.get(0) + "' is not a number");
        } catch (DateTimeParseException malformed) {
            return new Line(
                    number, null, "occurred_at: '" + record.get(3) + "' is not a time such as 2026-11-21T08:00:00Z");
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
