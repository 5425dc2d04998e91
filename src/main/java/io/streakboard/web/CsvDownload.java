package io.streakboard.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;
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

    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

    /** Numbers and times are not texts. */
    private static @Nullable Object defused(@Nullable Object value) {
        return value instanceof String text ? FormulaEscape.escaped(text) : value;
    }

    public void send(HttpServletResponse response) {
        Download.send(response, answer -> {
            var page = pages.apply(null);
            response.setContentType("text/csv;charset=UTF-8");
            response.setHeader(
                    HttpHeaders.CONTENT_DISPOSITION,
                    ContentDisposition.attachment()
                            .filename(name, StandardCharsets.UTF_8)
                            .build()
                            .toString());
            write(page, answer);
        });
    }

    private void write(List<T> first, OutputStream answer) throws IOException {
        var csv = new CSVPrinter(new OutputStreamWriter(answer, StandardCharsets.UTF_8), FORMAT);
        csv.printRecord(header);
        for (var page = first; !page.isEmpty(); page = pages.apply(page.getLast())) {
            for (var row : page) {
                csv.printRecord(columns.apply(row).stream().map(CsvDownload::defused));
            }
        }
        csv.flush();
    }
}
