package io.streakboard.imports;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.imports.kinds.TestKind;
import io.streakboard.imports.kinds.TestKind.Done;
import io.streakboard.web.Code;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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
    void aLineThatIsNotUtf8IsAnErrorOfItsOwn() throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((HEADER + "7,LESSON,é,2026-11-21T08:00:00Z\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("7,LESSON,é,2026-11-21T08:00:00Z\n".getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes("7,LESSON,课,2026-11-21T08:00:00Z".getBytes(StandardCharsets.UTF_8));
        try (var file = open(bytes.toByteArray())) {
            assertThat(file.next(10))
                    .extracting(
                            line -> line.error() == null ? null : line.error().text())
                    .containsExactly(null, "the line is not UTF-8", null);
        }
    }

    @Test
    void allMembersOfAFileAreRead() throws IOException {
        for (int size : List.of(1, 7, 100_000)) {
            try (var file = open(size, zipped(HEADER), zipped("7,LESSON,x,2026-11-21T08:00:00Z\n"), zipped("y"))) {
                assertThat(file.next(10)).hasSize(2);
            }
        }
    }

    @Test
    void whatFollowsADamagedMemberIsNotDropped() throws IOException {
        var first = zipped(HEADER + "7,LESSON,x,2026-11-21T08:00:00Z\n");
        var damaged = zipped("7,LESSON,y,2026-11-21T08:00:00Z\n");
        damaged[1] = 0;
        for (var tail : List.of(damaged, new byte[] {1}, Arrays.copyOf(zipped("z"), 5))) {
            for (int size : List.of(1, 7, first.length, 100_000)) {
                try (var file = open(size, first, tail)) {
                    assertThatThrownBy(() -> file.next(10))
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
        bomb.writeBytes("7,LESSON,x,2026-11-21T08:00:00Z\n".repeat(64).getBytes(StandardCharsets.UTF_8));
        bomb.writeBytes(new byte[8 << 20]);
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
    void nothingBehindACarriageReturnIsDropped() throws IOException {
        var lines = "7,LESSON,x,2026-11-21T08:00:00Z\r8,LESSON,y,2026-11-21T08:00:00Z\n"
                + "\r9,LESSON,z,2026-11-21T08:00:00Z\r\n";
        try (var file = open((HEADER + lines).getBytes(StandardCharsets.UTF_8))) {
            assertThat(requireNonNull(file.next()).error()).isEqualTo(Code.NOT_CSV.of(null));
            assertThat(requireNonNull(file.next()).value()).isNotNull();
            assertThat(file.next()).isNull();
        }
    }

    @Test
    void aLineThatIsNoCsvIsDescribedWithoutTheNamesOfClasses() throws IOException {
        try (var file = open((HEADER + "7,\"LESSON\"x,y,z\n").getBytes(StandardCharsets.UTF_8))) {
            assertThat(file.next())
                    .satisfies(line -> assertThat(requireNonNull(line.error()).text())
                            .startsWith("the line is not CSV: ")
                            .doesNotContain("Exception", "java", "org.apache"));
        }
    }

    private static CsvFile<Done> open(byte[] content) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return CsvFile.open(KIND, new ByteArrayInputStream(compressed.toByteArray()), MOST);
    }
}
