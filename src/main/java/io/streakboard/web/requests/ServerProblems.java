package io.streakboard.web.requests;

import io.streakboard.web.ProblemWriter;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Makes a server answer with a problem when it refuses a request before any filter sees it. It is added last and so
 * takes precedence over Boot's error pages.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class ServerProblems implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private final ProblemWriter problems;

    ServerProblems(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory server) {
        server.addContextCustomizers(context -> {
            context.getParent().getPipeline().addValve(new ProblemReport(problems));
        });
    }
}
