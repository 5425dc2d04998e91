package io.streakboard.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/** Uploads of files to import. They are read piece by piece, compressed or not, and have no limit of other bodies. */
public final class FileUpload {

    private static final Set<String> ROUTES = Set.of("/api/imports", "/actuator/api/imports");

    private FileUpload() {}

    public static boolean is(HttpServletRequest request) {
        return ROUTES.contains(request.getRequestURI());
    }
}
