package io.streakboard.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.IntConsumer;

/**
 * Work at the end of a request, on its thread, after all its filters have ended. An asynchronous answer begins here:
 * some filters write headers after the handler has returned, and a thread that writes the answer at the same moment
 * would corrupt the answer and the connection.
 */
public final class RequestEnd {

    private static final String WORK = RequestEnd.class.getName();

    private RequestEnd() {}

    /** @param work gets the status of the answer, 500 if the request failed; it must be short */
    public static void then(HttpServletRequest request, IntConsumer work) {
        request.setAttribute(
                WORK, request.getAttribute(WORK) instanceof IntConsumer earlier ? both(earlier, work) : work);
    }

    private static IntConsumer both(IntConsumer earlier, IntConsumer later) {
        return status -> {
            earlier.accept(status);
            later.accept(status);
        };
    }

    public static void run(HttpServletRequest request, int status) {
        if (request.getAttribute(WORK) instanceof IntConsumer work) {
            request.removeAttribute(WORK);
            work.accept(status);
        }
    }
}
