package io.streakboard.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Set;

/** Uploads of files to import. They are read piece by piece, compressed or not, and have no limit of other bodies. */
public final class FileUpload {

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
}
