package io.streakboard.web.requests;

import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Writes a problem as the body of refusals by Tomcat, Spring's firewall or a filter, instead of an error page. */
class ProblemReport extends ErrorReportValve {

    private final ProblemWriter problems;

    ProblemReport(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        if (response.getStatus() < HttpStatus.BAD_REQUEST.value() || response.getContentWritten() > 0) {
            return;
        }
        response.setErrorReported(); // Boot's own valve would report it again
        try {
            problems.write(request, response, problem(response.getStatus())); // the facades are closed after an error
            response.finishResponse();
        } catch (IOException | IllegalStateException gone) {
            // the client is gone
        }
    }

    private static ProblemDetail problem(int code) {
        var status = HttpStatus.resolve(code);
        if (status == null) {
            status = code < 500 ? HttpStatus.BAD_REQUEST : HttpStatus.INTERNAL_SERVER_ERROR;
        }
        return status == HttpStatus.INTERNAL_SERVER_ERROR
                ? Problem.detail(status, "internal-error", "The request failed.")
                : Problem.detail(status, "The server refused the request: " + status.getReasonPhrase());
    }
}
