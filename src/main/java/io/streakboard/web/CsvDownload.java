package io.streakboard.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;

/**
 * A table of any size as a CSV download. Rows are read page by page and written before the next page is read: memory
 * stays constant, and a slow client holds no connection to the database.
 *
 * @param name the name of the file
 * @param header the names of the columns
 * @param pages reads the page after a row, or the first page after null; an empty page is the end
 * @param columns the values of a row
 */
public record CsvDownload<T>(
        String name,
        List<String> header,
        Function<@Nullable T, List<T>> pages,
        Function<T, List<@Nullable Object>> columns) {

    private static final Logger log = LoggerFactory.getLogger(CsvDownload.class);

    /**
     * The characters that formulas begin with, also in full width as some spreadsheets take them, and characters that
     * some skip before.
     */
    private static final String FORMULAS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

    /**
     * The file broke off in the middle. The connection has to break as well, or half a file would look like a whole
     * one.
     */
    static class BrokenOff extends RuntimeException {

        private BrokenOff(RuntimeException cause) {
            super("A download broke off", cause);
        }
    }

    /**
     * A text with an apostrophe in front of what a spreadsheet would run as a formula (<a
     * href="https://owasp.org/www-community/attacks/CSV_Injection">CSV injection</a>). Numbers and times are no texts.
     */
    private static @Nullable Object defused(@Nullable Object value) {
        return value instanceof String text && !text.isEmpty() && isFormula(text) ? "'" + text : value;
    }

    /** Blanks and characters without width may come before the sign. */
    private static boolean isFormula(String text) {
        return FORMULAS.indexOf(text.charAt(0)) >= 0
                || text.codePoints()
                        .dropWhile(point -> Character.isSpaceChar(point)
                                || Character.isISOControl(point)
                                || Character.getType(point) == Character.FORMAT)
                        .limit(1)
                        .anyMatch(point -> FORMULAS.indexOf(point) >= 0);
    }

    /** Reads the first page before it sends the first byte, so that a failure until then is answered as a problem. */
    public void send(HttpServletResponse response) {
        var page = pages.apply(null);
        response.setContentType("text/csv;charset=UTF-8");
        response.setHeader(
                HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment()
                        .filename(name, StandardCharsets.UTF_8)
                        .build()
                        .toString());
        try {
            // Not closed here: that would end a file that broke off as if it were whole.
            var csv =
                    new CSVPrinter(new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8), FORMAT);
            csv.printRecord(header);
            for (; !page.isEmpty(); page = next(response, page)) {
                for (var row : page) {
                    csv.printRecord(columns.apply(row).stream().map(CsvDownload::defused));
                }
            }
            csv.flush();
        } catch (IOException | UncheckedIOException gone) {
            log.info("{} was not downloaded to its end: {}", name, gone.toString());
        }
    }

    private List<T> next(HttpServletResponse response, List<T> page) {
        try {
            return pages.apply(page.getLast());
        } catch (RuntimeException failure) {
            if (response.isCommitted()) {
                throw new BrokenOff(failure);
            }
            response.reset();
            throw failure;
        }
    }
}
