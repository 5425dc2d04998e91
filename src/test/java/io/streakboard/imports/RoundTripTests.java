package io.streakboard.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.imports.kinds.FileKind;
import io.streakboard.imports.kinds.TextsKind;
import io.streakboard.web.CsvDownload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.util.unit.DataSize;

/** An import reads what an export has written. */
class RoundTripTests {

    private static final FileKind<List<String>> KIND = new TextsKind();

    @Property(tries = 2000)
    void eachTextComesBackAsItWas(@ForAll("rows") List<List<String>> rows) throws IOException {
        assertThat(read(exported(rows))).isEqualTo(rows);
    }

    @Example
    void textsWithFormulasAndApostrophesComeBack() throws IOException {
        var rows = List.of(
                List.of("=1+1", "'=1+1", "''=1+1"),
                List.of("a;=1", "a;'=1", "'a'"),
                List.of("\t=1", "\t'=1", "'\t'=1"),
                List.of("\r", "'\r", "\u200b\ud83d\ude00=1"),
                List.of("\n\n", " '+1 ", "\u3000-1"));

        assertThat(read(exported(rows))).isEqualTo(rows);
    }

    @Provide
    Arbitrary<List<List<String>>> rows() {
        var text = Arbitraries.oneOf(
                Arbitraries.of(
                        "'", "\"", "\"\"", "=", "-1", "+", "@", ",", ";", "|", "\t", "\r", "\n", "\r\n", " ", "\ufeff"),
                Arbitraries.of(
                        "\u00a0",
                        "\u200b",
                        "\u001f",
                        "\u0000",
                        "\uff1d",
                        "\u240d",
                        "a",
                        "7",
                        "课",
                        "é",
                        "\ud83d\ude00"));
        var texts = text.list().ofMaxSize(8).map(parts -> String.join("", parts));
        var row = Combinators.combine(texts, texts, texts).as((one, two, three) -> List.of(one, two, three));
        return row.list().ofMaxSize(4);
    }

    private static byte[] exported(List<List<String>> rows) {
        var response = new MockHttpServletResponse();
        new CsvDownload<List<String>>(
                        "texts.csv",
                        KIND.columns(),
                        after -> after == null ? rows : List.of(),
                        row -> new ArrayList<>(row))
                .send(response);
        return response.getContentAsByteArray();
    }

    private static List<List<String>> read(byte[] csv) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(csv);
        }
        var whole = new ByteArrayInputStream(compressed.toByteArray());
        try (var file = CsvFile.open(KIND, whole, DataSize.ofMegabytes(1))) {
            var lines = CsvFileTests.next(file, 10);
            assertThat(lines).allSatisfy(line -> assertThat(line.error()).isNull());
            return lines.stream().map(CsvFile.Line::value).toList();
        }
    }
}
