package io.streakboard.imports;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.imports.CsvFile.Line;
import io.streakboard.imports.CsvFile.UnreadableFile;
import io.streakboard.imports.kinds.TestKind;
import io.streakboard.imports.kinds.TestKind.Done;
import io.streakboard.web.ViolationCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class CsvFileTests {

    private static final String HEADER = "user_id,type,source_id,occurred_at\n";
    private static final TestKind KIND = new TestKind();
    private static final DataSize MOST = DataSize.ofMegabytes(1);

    @ParameterizedTest
    @ValueSource(
            strings = {
                HEADER,
                "\ufeff" + HEADER,
                "\"user_id\",\"type\",\"source_id\",\"occurred_at\"\r\n",
                "\ufeff\"user_id\",\"type\",\"source_id\",\"occurred_at\"\n"
            })
    void takesTheHeaderAsSpreadsheetsAndDatabasesWriteIt(String header) throws IOException {
        try (var file = open((header + "7,LESSON,x,2026-11-21T08:00:00Z\n").getBytes(StandardCharsets.UTF_8))) {
            assertThat(file.next()).satisfies(line -> assertThat(line.error()).isNull());
        }
    }

    @Test
    void aColumnThatIsOptionalIsInAllLinesOrInNone() throws IOException {
        var line = "7,LESSON,x,2026-11-21T08:00:00Z";
        var with = HEADER.strip() + ",remark\n" + line + ",\"a, b\"\n" + line + ",\n" + line + "\n";
        try (var file = open(with.getBytes(StandardCharsets.UTF_8))) {
            var lines = next(file, 3);
            assertThat(requireNonNull(lines.get(0).value()).remark()).isEqualTo("a, b");
            assertThat(requireNonNull(lines.get(1).value()).remark()).isNull();
            assertThat(lines.get(2).error()).isEqualTo(ViolationCode.COLUMNS.of(null, 5, 4));
        }
        try (var file = open((HEADER + line + "\n" + line + ",a\n").getBytes(StandardCharsets.UTF_8))) {
            var lines = next(file, 2);
            assertThat(requireNonNull(lines.get(0).value()).remark()).isNull();
            assertThat(lines.get(1).error()).isEqualTo(ViolationCode.COLUMNS.of(null, 4, 5));
        }
    }

    @Test
    void aLineThatIsNotUtf8IsAnErrorOfItsOwn() throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((HEADER + "7,LESSON,é,2026-11-21T08:00:00Z\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("7,LESSON,é,2026-11-21T08:00:00Z\n".getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes("7,LESSON,课,2026-11-21T08:00:00Z".getBytes(StandardCharsets.UTF_8));
        try (var file = open(bytes.toByteArray())) {
            assertThat(next(file, 10))
                    .extracting(
                            line -> line.error() == null ? null : line.error().text())
                    .containsExactly(null, "the line is not UTF-8", null);
        }
    }

    @Test
    void allMembersOfAFileAreRead() throws IOException {
        for (int size : List.of(1, 7, 100_000)) {
            try (var file = open(size, zipped(HEADER), zipped("7,LESSON,x,2026-11-21T08:00:00Z\n"), zipped("y"))) {
                assertThat(next(file, 10)).hasSize(2);
            }
        }
    }

    @Test
    void bytesAfterADamagedMemberAreNotDropped() throws IOException {
        var first = zipped(HEADER + "7,LESSON,x,2026-11-21T08:00:00Z\n");
        var damaged = zipped("7,LESSON,y,2026-11-21T08:00:00Z\n");
        damaged[1] = 0;
        for (var rest : List.of(damaged, new byte[] {1}, Arrays.copyOf(zipped("z"), 5))) {
            for (int size : List.of(1, 7, first.length, 100_000)) {
                try (var file = open(size, first, rest)) {
                    assertThat(next(file, 10)).hasSize(1);
                    assertThatThrownBy(() -> next(file, 10))
                            .isInstanceOf(CsvFile.UnreadableFile.class)
                            .hasMessage("after line 2: what follows is not gzip");
                }
            }
        }
    }

    /** @param size of the pieces in which the file is read */
    private static CsvFile<Done> open(int size, byte[]... members) {
        var all = new ByteArrayOutputStream();
        Arrays.stream(members).forEach(all::writeBytes);
        var pieces = new ArrayList<InputStream>();
        for (int from = 0; from < all.size(); from += size) {
            pieces.add(new ByteArrayInputStream(
                    Arrays.copyOfRange(all.toByteArray(), from, Math.min(from + size, all.size()))));
        }
        return CsvFile.open(KIND, new SequenceInputStream(Collections.enumeration(pieces)), MOST);
    }

    private static byte[] zipped(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void aGzipBombFailsAtTheLimit() throws IOException {
        var bomb = new ByteArrayOutputStream();
        bomb.writeBytes(HEADER.getBytes(StandardCharsets.UTF_8));
        bomb.writeBytes(record(7).repeat(100_000).getBytes(StandardCharsets.UTF_8));
        try (var file = open(bomb.toByteArray())) {
            assertThatThrownBy(() -> {
                        while (file.next() != null) {
                            // goes on
                        }
                    })
                    .isInstanceOf(CsvFile.UnreadableFile.class)
                    .hasMessageContaining("more than 1 MB when unpacked, see streakboard.imports.max-size");
        }
    }

    @Test
    void aLineBreakInQuotesIsPartOfTheValue() throws IOException {
        var title = "a\n77,LESSON,free,2026-11-02T08:00:00Z\r\nb, \"c\"\rd";
        var records = "5,\"" + title.replace("\"", "\"\"") + "\",x,2026-11-02T08:00:00Z\n\n" + record(6);
        try (var file = open(HEADER + records)) {
            var five = requireNonNull(file.next());
            assertThat(five.number()).isEqualTo(2);
            assertThat(five.value()).isEqualTo(new Done(5, title, Instant.parse("2026-11-02T08:00:00Z"), null));
            assertThat(requireNonNull(file.next()).number()).isEqualTo(6);
            assertThat(file.next()).isNull();
        }
    }

    @Test
    void goesOnBehindTheRecordThatWasCounted() throws IOException {
        var records = record(1) + "2,\"a\n\nb\",x,2026-11-02T08:00:00Z\n" + "\n" + record(7) + record(8);
        for (var seen :
                Map.of(0, 4, 1, 4, 2, 3, 3, 2, 4, 2, 5, 2, 6, 2, 7, 1, 8, 0).entrySet()) {
            try (var file = open(HEADER + records)) {
                file.skipTo(seen.getKey());
                assertThat(next(file, 10)).as("%s", seen).hasSize(seen.getValue());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7,\"LESSON,x,2026-11-21T08:00:00Z\n77,LESSON,free,2026-11-21T08:00:00Z\n",
                "7,\"a\"b\n77,LESSON,free,2026-11-21T08:00:00Z\nb\",x,2026-11-21T08:00:00Z\n",
                "7,\"a\\\"\"b\"c\n77,LESSON,free,2026-11-21T08:00:00Z\nb\",x,2026-11-21T08:00:00Z\n",
                "7, \"a\n77,LESSON,free,2026-11-21T08:00:00Z\n",
                "7,\"a\"\rb\n77,LESSON,free,2026-11-21T08:00:00Z\n"
            })
    void nothingBehindAnOpenQuoteIsRead(String broken) throws IOException {
        try (var file = open(HEADER + record(1) + record(2) + broken + record(78))) {
            assertThat(next(file, 10)).extracting(Line::number).containsExactly(2L, 3L);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> next(file, 10))
                        .isInstanceOf(UnreadableFile.class)
                        .hasMessageStartingWith("line 4: a quote is not closed, or text follows a closed quote");
            }
        }
    }

    @Test
    void aRecordIsNotReadWithoutBound() throws IOException {
        var size = new AtomicLong();
        var endless = Stream.generate(() -> record(77).repeat(1000)).limit(1000).iterator();
        try (var file = open(HEADER + record(1) + "7,\"a\n", endless, size)) {
            assertThat(next(file, 10)).hasSize(1);
            assertThatThrownBy(file::next)
                    .isInstanceOf(UnreadableFile.class)
                    .hasMessage("line 3: no record ends within 1048576 bytes: nothing from here on is read");
            assertThat(size).hasValueLessThan(1_200_000);
        }
    }

    @Test
    void emptyLinesAreNotReadWithoutBound() throws IOException {
        var size = new AtomicLong();
        var endless = Stream.generate(() -> "\n".repeat(1000)).limit(10_000).iterator();
        try (var file = open(HEADER + "\n".repeat(10_000) + record(1), endless, size)) {
            assertThat(requireNonNull(file.next()).number()).isEqualTo(10_002);
            assertThatThrownBy(file::next)
                    .isInstanceOf(UnreadableFile.class)
                    .hasMessageContaining("no record ends within 1048576 bytes");
            assertThat(size).hasValueLessThan(1_200_000);
        }
    }

    @Test
    void aLongRecordIsAnErrorOfItsOwn() throws IOException {
        var records = "7," + "课".repeat(4000) + ",x,2026-11-21T08:00:00Z\n" + record(8);
        try (var file = open(HEADER + records)) {
            assertThat(file.next())
                    .satisfies(line -> assertThat(line.error()).isEqualTo(ViolationCode.LINE_LENGTH.of(null, 4000)));
            assertThat(file.next()).satisfies(line -> assertThat(line.value()).isNotNull());
        }
    }

    /** Programs that quote values with a line feed often forget the carriage return. */
    @Test
    void aCarriageReturnAloneEndsNoRecord() throws IOException {
        var lines = "7,LESSON,x,2026-11-21T08:00:00Z\r77,LESSON,free,2026-11-21T08:00:00Z\n"
                + "\r9,LESSON,z,2026-11-21T08:00:00Z\r\n"
                + "10,LES\rSON,z,2026-11-21T08:00:00Z\r\n";
        try (var file = open(HEADER + lines)) {
            assertThat(requireNonNull(file.next()).error()).isEqualTo(ViolationCode.COLUMNS.of(null, 4, 7));
            assertThat(requireNonNull(file.next()).error())
                    .isEqualTo(ViolationCode.NOT_A_NUMBER.of("user_id", "\\u000d9"));
            assertThat(requireNonNull(file.next()).value())
                    .isEqualTo(new Done(10, "LES\rSON", Instant.parse("2026-11-21T08:00:00Z"), null));
            assertThat(file.next()).isNull();
        }
    }

    @Test
    void aFileWithCarriageReturnsAloneHasNoHeader() {
        assertThatThrownBy(() -> open((HEADER + record(7)).replace('\n', '\r')))
                .isInstanceOf(UnreadableFile.class)
                .hasMessageContaining("the header must be user_id,type,source_id,occurred_at")
                .hasMessageContaining("line feed");
    }

    private static String record(long learner) {
        return learner + ",LESSON,x,2026-11-21T08:00:00Z\n";
    }

    /** @param size gets the number of characters that were read */
    private static CsvFile<Done> open(String begin, Iterator<String> more, AtomicLong size) throws IOException {
        var pieces = new ArrayList<InputStream>();
        pieces.add(new ByteArrayInputStream(zipped(begin)));
        return CsvFile.open(
                KIND,
                new SequenceInputStream(new Enumeration<>() {
                    @Override
                    public boolean hasMoreElements() {
                        return !pieces.isEmpty() || more.hasNext();
                    }

                    @Override
                    public InputStream nextElement() {
                        if (!pieces.isEmpty()) {
                            return pieces.removeFirst();
                        }
                        try {
                            var piece = more.next();
                            size.addAndGet(piece.length());
                            return new ByteArrayInputStream(zipped(piece));
                        } catch (IOException impossible) {
                            throw new UncheckedIOException(impossible);
                        }
                    }
                }),
                DataSize.ofGigabytes(1));
    }

    private static CsvFile<Done> open(String content) throws IOException {
        return open(content.getBytes(StandardCharsets.UTF_8));
    }

    private static CsvFile<Done> open(byte[] content) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return CsvFile.open(KIND, new ByteArrayInputStream(compressed.toByteArray()), MOST);
    }

    /** The next records, an empty list at the end. Fails if the very next cannot be read. */
    static <V> List<Line<V>> next(CsvFile<V> file, int atMost) {
        var lines = new ArrayList<Line<V>>();
        try {
            for (var line = file.next(); line != null; line = lines.size() < atMost ? file.next() : null) {
                lines.add(line);
            }
        } catch (UnreadableFile unreadable) {
            if (lines.isEmpty()) {
                throw unreadable;
            }
        }
        return lines;
    }
}
