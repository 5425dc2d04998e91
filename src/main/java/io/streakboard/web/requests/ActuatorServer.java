package io.streakboard.web.requests;

import io.streakboard.web.ProblemWriter;
import io.streakboard.web.input.StrictMapper;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.converter.HttpMessageConverters.ServerBuilder;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The same guard on the actuator's port, whose server has its own context and inherits no filters. Boot finds this
 * class by its name in {@code META-INF/spring}. It is not a component, or the scan would find it for the API's port as
 * well.
 */
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
class ActuatorServer {

    @Bean
    ServerProblems actuatorProblems(ProblemWriter problems) {
        return new ServerProblems(problems);
    }

    @Bean
    FilterRegistrationBean<RequestFilter> actuatorRequests(RequestFilter filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    @Order
    WebMvcConfigurer actuatorInput(StrictMapper strict) {
        return new WebMvcConfigurer() {

            @Override
            public void configureMessageConverters(ServerBuilder builder) {
                builder.withJsonConverter(strict.actuatorConverter());
            }
        };
    }
}
