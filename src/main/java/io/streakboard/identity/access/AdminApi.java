package io.streakboard.identity.access;

import io.streakboard.identity.ForAdmins;
import io.streakboard.web.FileUpload;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Serves the API's routes for admins on the actuator's port, too: {@code /actuator/api/imports} is {@code
 * /api/imports}. So the page for admins can call them: a browser lets a page call only its own origin.
 */
@Component
class AdminApi implements HttpRequestHandler {

    private final AdminRoutes routes;
    private final ObjectProvider<RequestMappingHandlerMapping> handlers;
    private final ProblemWriter problems;
    private final ObjectProvider<DispatcherServlet> api;

    AdminApi(
            AdminRoutes routes,
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers,
            ProblemWriter problems,
            @Qualifier("dispatcherServlet") ObjectProvider<DispatcherServlet> api) {
        this.routes = routes;
        this.handlers = handlers; // handlers and servlet are made after the filters
        this.problems = problems;
        this.api = api;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        var prefix = request.getContextPath() + routes.prefix();
        if (request.getRequestURI().startsWith(prefix + "/")) { // as sent, possibly encoded
            var asked = new RewrittenRequest(request, prefix);
            ServletRequestPathUtils.parseAndCache(asked);
            if (FileUpload.is(asked) || isForAdmins(asked)) { // files of other types are refused there
                api.getObject().service(asked, response);
                return;
            }
        }
        problems.write(
                request,
                response,
                Problem.notFound("There is no such route for admins").getBody());
    }

    private boolean isForAdmins(HttpServletRequest request) {
        try {
            var found = handlers.getObject().getHandler(request);
            return found != null
                    && found.getHandler() instanceof HandlerMethod handler
                    && (handler.hasMethodAnnotation(ForAdmins.class)
                            || AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), ForAdmins.class));
        } catch (Exception none) { // the route does not take this method or type
            return false;
        }
    }

    /** The request as the API's port would receive it. */
    private static class RewrittenRequest extends HttpServletRequestWrapper {

        private final String path;

        RewrittenRequest(HttpServletRequest request, String prefix) {
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
