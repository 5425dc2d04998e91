package io.streakboard.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Uploads of files to import. They are read piece by piece, compressed or not, and have no limit of other bodies. */
public final class FileUpload {

    public static final String CSV = "text/csv";

    /** The media type of CSV in browsers on Windows. */
    public static final String EXCEL = "application/vnd.ms-excel";

    /** The media type of a file with an unknown extension. */
    public static final String BYTES = "application/octet-stream";

    public static final String GZIP = "application/gzip";

    private static final String ROUTE = "/api/imports";
    private static final Set<String> ENCODINGS = Set.of("gzip", "x-gzip");

    private FileUpload() {}

    public static boolean is(HttpServletRequest request) {
        return request.getRequestURI().endsWith(ROUTE); // on the actuator's port behind its base path
    }

    /** @param encoding of the body */
    public static boolean takes(HttpServletRequest request, String encoding) {
        return is(request) && ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT));
    }

    /** Refuses other types and character sets. */
    public static ProblemDetail unsupported() {
        return Problem.detail(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "Files are CSV in UTF-8, plain or gzip. The Content-Type must be "
                        + String.join(", ", CSV, EXCEL, BYTES) + " or " + GZIP + ".");
    }
}
