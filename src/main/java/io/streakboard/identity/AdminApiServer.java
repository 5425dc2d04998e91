package io.streakboard.identity;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;

/**
 * Puts the {@link AdminApi} on the actuator's port. Boot finds this class by its name in {@code META-INF/spring}. It is
 * no component, or the scan would find it for the API's port as well.
 */
class AdminApiServer {

    @Bean
    ServletRegistrationBean<HttpServlet> adminApiServlet(AdminApi api, AdminRoutes routes) {
        var servlet = new HttpServlet() {

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws ServletException, IOException {
                api.answer(request, response);
            }
        };
        var registration = new ServletRegistrationBean<HttpServlet>(servlet, routes.prefix() + "/api/*");
        registration.setName("adminApi");
        return registration;
    }
}
