package io.streakboard.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class ActivityFileTests {

    private static final String HEADER = "user_id,type,source_id,occurred_at\n";
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
            assertThat(file.next()).satisfies(line -> assertThat(line.error()).isEmpty());
        }
    }

    @Test
    void aBombEndsWhereItExceedsWhatAFileMayHave() throws IOException {
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
                    .isInstanceOf(ActivityFile.UnreadableFile.class)
                    .hasMessageContaining("more than 1 MB when unpacked, see streakboard.imports.max-size");
        }
    }

    @Test
    void aLineThatIsNoCsvIsDescribedWithoutTheNamesOfClasses() throws IOException {
        try (var file = open((HEADER + "7,\"LESSON\"x,y,z\n").getBytes(StandardCharsets.UTF_8))) {
            assertThat(file.next())
                    .satisfies(line -> assertThat(line.error())
                            .startsWith("the line is not CSV: ")
                            .doesNotContain("Exception", "java", "org.apache"));
        }
    }

    private static ActivityFile open(byte[] content) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return ActivityFile.open(new ByteArrayInputStream(compressed.toByteArray()), MOST);
    }
}
