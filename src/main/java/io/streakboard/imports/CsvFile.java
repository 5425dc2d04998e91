package io.streakboard.imports;

import io.streakboard.imports.kinds.Fields;
import io.streakboard.imports.kinds.FileKind;
import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A file of lines of one kind with a header, compressed with gzip, read in constant memory. Each line is parsed by
 * itself, so that a stray quote breaks its own line only.
 *
 * @param <V> what a line says
 */
class CsvFile<V> implements Closeable {

    private static final String MARK = "\ufeff";
    private static final int LONGEST_LINE = 4000;
    private static final int LONGEST_CHARACTER = 4;
    private static final int BUFFER = 1 << 16;
    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setTrim(true).get();

    /**
     * @param value null if the line is invalid
     * @param error why it is invalid
     */
    record Line<V>(long number, @Nullable V value, @Nullable Mistake error) {}

    /** The file cannot be imported at all. */
    static class UnreadableFile extends RuntimeException {

        UnreadableFile(String message) {
            super(message);
        }
    }

    private final FileKind<V> kind;
    private final InputStream bytes;
    private final DataSize most;
    private long size;
    private long number;

    private CsvFile(FileKind<V> kind, InputStream bytes, DataSize most) {
        this.kind = kind;
        this.bytes = bytes;
        this.most = most;
    }

    /**
     * @param most how large it may be when unpacked: two megabytes of gzip can unpack to two gigabytes
     * @throws UnreadableFile if it is not compressed, or has no header
     */
    static <V> CsvFile<V> open(FileKind<V> kind, InputStream compressed, DataSize most) {
        try {
            var plain = new WholeGzip(compressed, BUFFER);
            var file = new CsvFile<>(kind, new BufferedInputStream(plain, BUFFER), most);
            var header = file.nextBytes();
            if (header == null || !isHeader(kind, text(header))) {
                throw new UnreadableFile("line 1: the header must be " + header(kind));
            }
            return file;
        } catch (CharacterCodingException notText) {
            throw new UnreadableFile("line 1: it is not UTF-8");
        } catch (IOException broken) {
            throw new UnreadableFile("line 1: " + broken.getMessage());
        }
    }

    /** Spreadsheets begin with a byte order mark, and databases quote the names of columns. */
    static boolean isHeader(FileKind<?> kind, String line) {
        var header = line.startsWith(MARK) ? line.substring(MARK.length()) : line;
        return header.equals(header(kind)) || header.equals('"' + header(kind).replace(",", "\",\"") + '"');
    }

    static String header(FileKind<?> kind) {
        return String.join(",", kind.columns());
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
    List<Line<V>> next(int atMost) {
        var lines = new ArrayList<Line<V>>(atMost);
        for (var line = next(); line != null; line = lines.size() < atMost ? next() : null) {
            lines.add(line);
        }
        return lines;
    }

    /** The next line that is not empty, or null at the end. */
    @Nullable
    Line<V> next() {
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
    private @Nullable Line<V> line(byte[] bytes) {
        if (bytes.length > LONGEST_LINE * LONGEST_CHARACTER) {
            return tooLong();
        }
        try {
            var text = text(bytes);
            return text.isBlank() ? null : line(text);
        } catch (CharacterCodingException notText) {
            return wrong(Code.NOT_UTF_8.of(null));
        }
    }

    private Line<V> tooLong() {
        return wrong(Code.LINE_LENGTH.of(null, LONGEST_LINE));
    }

    private Line<V> wrong(Mistake mistake) {
        return new Line<>(number, null, mistake);
    }

    private Line<V> line(String text) {
        if (text.length() > LONGEST_LINE) {
            return tooLong();
        }
        try (var parser = CSVParser.parse(text, FORMAT)) {
            var records = parser.getRecords();
            if (records.size() > 1) { // a carriage return ends a record, but no line
                return wrong(Code.NOT_CSV.of(null));
            }
            var values = records.getFirst().values();
            int columns = kind.columns().size();
            return values.length == columns
                    ? line(new Fields(kind.columns(), values))
                    : wrong(Code.COLUMNS.of(null, columns, values.length));
        } catch (IOException | UncheckedIOException broken) {
            return wrong(Code.NOT_CSV.of(null));
        }
    }

    private Line<V> line(Fields fields) {
        try {
            return new Line<>(number, kind.read(fields), null);
        } catch (Fields.Malformed malformed) {
            return wrong(malformed.mistake());
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
