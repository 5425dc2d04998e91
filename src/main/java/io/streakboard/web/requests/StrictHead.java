package io.streakboard.web.requests;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.http.HttpHeaders;

/**
 * Refuses heads that a proxy may understand differently from the server: lines that end without CR, HTTP/0.9, and two
 * tokens. The server itself accepts them all. It also joins a header that continues on the next line, as RFC 9112
 * allows; no setting refuses that, and afterwards it looks like a header with several spaces.
 */
class StrictHead extends ValveBase {

    StrictHead() {
        super(true); // asynchronous requests pass as well
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (isStrict(request.getCoyoteRequest())) {
            getNext().invoke(request, response);
        } else {
            response.setHeader(HttpHeaders.CONNECTION, "close");
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
        }
    }

    private static boolean isStrict(org.apache.coyote.Request request) {
        if (request.protocol().isNull()) {
            return true; // the server could not read it and refuses it itself
        }
        if (!request.protocol().toString().startsWith("HTTP/1.")) {
            return false;
        }
        var path = request.requestURI().getByteChunk();
        if (!path.isNull() && !hasWholeLines(path.getBuffer(), path.getStart())) {
            return false;
        }
        var headers = request.getMimeHeaders();
        int token = headers.findHeader(HttpHeaders.AUTHORIZATION, 0);
        return token < 0 || headers.findHeader(HttpHeaders.AUTHORIZATION, token + 1) < 0;
    }

    /**
     * Whether all lines from the request line to the empty line end with CR and LF. The head is still in the server's
     * buffer.
     */
    private static boolean hasWholeLines(byte[] head, int start) {
        int line = start;
        for (int i = start; i < head.length; i++) {
            if (head[i] == '\n') {
                if (head[i - 1] != '\r') {
                    return false;
                }
                if (i - 1 == line) {
                    return true;
                }
                line = i + 1;
            }
        }
        return true;
    }
}
