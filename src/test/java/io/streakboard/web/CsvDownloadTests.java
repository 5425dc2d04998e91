package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;

class CsvDownloadTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1",
                "-1",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                " =1",
                "\u00a0=1",
                "\u200b=1",
                "\ufeff=1",
                "\uff1d1+1",
                "\uff0b1",
                "\uff0d1",
                "\uff20SUM(A1)",
                "\u0000=1",
                "\ttext"
            })
    void aTextThatASpreadsheetCouldRunHasAnApostropheInFront(String text) throws UnsupportedEncodingException {
        assertThat(csv(text).replace("\"", "")).startsWith("'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;=1+1", "a\t=1", "a\r+1", "a\n@SUM(A1)", "a; -1", "a|\uff1d1", "a;\u200b=1", "\"a\";=1"})
    void aFormulaBehindAnotherSeparatorIsDefusedToo(String text) throws UnsupportedEncodingException {
        assertThat(csv(text)).containsPattern("[;\t\r\n|]'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ada", "a;b", "a; b-c", "lesson-7", "2026-11-21", "a=b", "你好", "'quoted'", " Ada"})
    void otherTextsAreLeftAsTheyAre(String text) throws UnsupportedEncodingException {
        assertThat(csv(text).replace("\"", "")).isEqualTo(text + ",-5,2026-11-21T00:00:00Z,\n");
    }

    private static String csv(String text) throws UnsupportedEncodingException {
        var response = new MockHttpServletResponse();
        new CsvDownload<String>(
                        "file.csv",
                        List.of("text", "number", "time", "nothing"),
                        after -> after == null ? List.of(text) : List.of(),
                        row -> Arrays.asList(row, -5, Instant.parse("2026-11-21T00:00:00Z"), null))
                .send(response);
        return response.getContentAsString(StandardCharsets.UTF_8).substring("text,number,time,nothing\n".length());
    }
}
