package io.streakboard.imports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.streakboard.imports.CsvInput.EndlessRecord;
import io.streakboard.imports.kinds.Fields;
import io.streakboard.imports.kinds.FileKind;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A file of records of one kind with a header, read in constant memory: CSV as <a
 * href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a> has it, so that a value in quotes may have line breaks.
 * After an open quote the beginnings of records are unknown, so nothing is read there.
 *
 * @param <V> the value of a record
 */
class CsvFile<V> implements Closeable {

    private static final int LONGEST_LINE = 4000;
    private static final int BUFFER = 1 << 16;

    /** Blanks around a value are not part of it, unless they are in quotes. */
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT
            .builder()
            .setIgnoreSurroundingSpaces(true)
            .setIgnoreEmptyLines(false) // or it would read any number of them at once
            .get();

    /**
     * A record.
     *
     * @param number of the line in which it begins
     * @param value null if it is invalid
     * @param error why it is invalid
     */
    record Line<V>(long number, @Nullable V value, @Nullable Violation error) {}

    /** The file cannot be imported, or only up to a line. */
    static class UnreadableFile extends RuntimeException {

        private final transient @Nullable Line<?> line;

        private UnreadableFile(String message, @Nullable Line<?> line) {
            super(message);
            this.line = line;
        }

        /** The first unreadable record; null if no record is the cause. */
        @Nullable
        Line<?> line() {
            return line;
        }
    }

    private final FileKind<V> kind;
    private final CsvInput input;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private List<String> columns = List.of();
    private @Nullable UnreadableFile failure;
    private boolean taken = true;
    private long number;

    private CsvFile(FileKind<V> kind, InputStream bytes, DataSize most) throws IOException {
        this.kind = kind;
        this.input = new CsvInput(bytes, most);
        this.parser = CSVParser.parse(input, FORMAT);
        this.records = parser.iterator();
    }

    /**
     * @param most its maximum unpacked size: two megabytes of gzip can unpack to two gigabytes
     * @throws UnreadableFile if it is not compressed, or has no header
     */
    static <V> CsvFile<V> open(FileKind<V> kind, InputStream compressed, DataSize most) {
        try {
            var file = new CsvFile<>(kind, new WholeGzip(compressed, BUFFER), most);
            if (!file.hasHeader()) {
                throw new UnreadableFile("line 1: " + headerMessage(kind), null);
            }
            return file;
        } catch (IOException broken) {
            throw new UnreadableFile("line 1: " + broken.getMessage(), null);
        }
    }

    /**
     * Whether a file begins with the header of a kind.
     *
     * @param beginning more than the header
     */
    static boolean hasHeader(FileKind<?> kind, InputStream beginning) throws IOException {
        try {
            return new CsvFile<>(kind, beginning, DataSize.ofBytes(Long.MAX_VALUE)).hasHeader();
        } catch (UnreadableFile openQuote) {
            return false;
        }
    }

    private boolean hasHeader() {
        var header = read();
        columns = header == null ? List.of() : List.of(header);
        return columns.equals(kind.columns())
                || columns.equals(Stream.concat(kind.columns().stream(), kind.optionalColumns().stream())
                        .toList());
    }

    static String header(FileKind<?> kind) {
        return String.join(",", kind.columns());
    }

    static String headerMessage(FileKind<?> kind) {
        var more = kind.optionalColumns().stream()
                .map(column -> "[," + column + "]")
                .collect(joining());
        return "the header must be " + header(kind) + more + ", and lines must end with a line feed";
    }

    /** Skips all records that begin in lines up to and including this one. */
    void skipTo(long line) {
        while (parser.getCurrentLineNumber() < line && read() != null) {
            // the next one
        }
    }

    /** The same file, whose lines are looked at and not taken in. */
    CsvFile<V> lookedThrough() {
        taken = false;
        return this;
    }

    /** The next record, without empty lines; null at the end. */
    @Nullable
    Line<V> next() {
        for (var values = read(); values != null; values = read()) {
            if (!isEmptyLine(values)) {
                return line(values);
            }
        }
        return null;
    }

    private static boolean isEmptyLine(String[] values) {
        return values.length == 1 && values[0].isEmpty();
    }

    private String @Nullable [] read() {
        if (failure != null) {
            throw failure;
        }
        number = parser.getCurrentLineNumber() + 1;
        try {
            if (!records.hasNext()) {
                return null;
            }
            var values = records.next().values();
            if (!isEmptyLine(values)) {
                input.recordEnded();
            }
            return values;
        } catch (UncheckedIOException broken) {
            failure = unreadable(Objects.requireNonNull(broken.getCause()));
            throw failure;
        }
    }

    private UnreadableFile unreadable(IOException failure) {
        return switch (failure) {
            case CSVException openQuote -> unreadable(ViolationCode.NOT_CSV.of(null));
            case EndlessRecord endless -> unreadable(ViolationCode.RECORD_LENGTH.of(null, CsvInput.LONGEST_RECORD));
            default -> new UnreadableFile("after line " + (number - 1) + ": " + failure.getMessage(), null);
        };
    }

    private UnreadableFile unreadable(Violation violation) {
        return new UnreadableFile("line " + number + ": " + violation.text(), wrong(violation));
    }

    private Line<V> wrong(Violation violation) {
        return new Line<>(number, null, violation);
    }

    private Line<V> line(String[] values) {
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = text(values[i]);
            }
            if (length(values) > LONGEST_LINE) {
                return wrong(ViolationCode.LINE_LENGTH.of(null, LONGEST_LINE));
            }
            return values.length == columns.size()
                    ? new Line<>(number, kind.read(new Fields(columns, values, taken)), null)
                    : wrong(ViolationCode.COLUMNS.of(null, columns.size(), values.length));
        } catch (CharacterCodingException notText) {
            return wrong(ViolationCode.NOT_UTF_8.of(null));
        } catch (Fields.Malformed malformed) {
            return wrong(malformed.violation());
        }
    }

    private static int length(String[] values) {
        return values.length
                - 1
                + Arrays.stream(values).mapToInt(String::length).sum();
    }

    private static String text(String bytes) throws CharacterCodingException {
        return isAscii(bytes)
                ? bytes
                : UTF_8.newDecoder()
                        .decode(ByteBuffer.wrap(
                                bytes.replace(CsvInput.LONE_RETURN, '\r').getBytes(ISO_8859_1)))
                        .toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7f) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
