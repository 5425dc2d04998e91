package io.streakboard.identity.access;

import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Has the API answer on the actuator's port, too, but only what is for admins: {@code /actuator/api/imports} is {@code
 * /api/imports}. So the page for admins can call it: a browser lets a page call its own origin only.
 */
@Component
class AdminApi implements HttpRequestHandler {

    private final AdminRoutes routes;
    private final AdminRequests requests;
    private final ProblemWriter problems;
    private final ObjectProvider<DispatcherServlet> api;

    AdminApi(
            AdminRoutes routes,
            AdminRequests requests,
            ProblemWriter problems,
            @Qualifier("dispatcherServlet") ObjectProvider<DispatcherServlet> api) {
        this.routes = routes;
        this.requests = requests;
        this.problems = problems;
        this.api = api; // it is made after the filters
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        var prefix = request.getContextPath() + routes.prefix();
        if (request.getRequestURI().startsWith(prefix + "/")) { // as it was sent, which may be encoded
            var asked = new AskedAtTheApi(request, prefix);
            ServletRequestPathUtils.parseAndCache(asked);
            if (requests.hasHandlerForAdmins(asked)) {
                api.getObject().service(asked, response);
                return;
            }
        }
        problems.write(
                request,
                response,
                Problem.notFound("There is no such route for admins").getBody());
    }

    /** A request as the API's port would have got it. */
    private static class AskedAtTheApi extends HttpServletRequestWrapper {

        private final String path;

        AskedAtTheApi(HttpServletRequest request, String prefix) {
            super(request);
            path = request.getRequestURI().substring(prefix.length());
        }

        @Override
        public String getContextPath() {
            return "";
        }

        @Override
        public String getRequestURI() {
            return path;
        }
    }
}
