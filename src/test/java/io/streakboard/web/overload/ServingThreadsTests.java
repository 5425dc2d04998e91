package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;

class ServingThreadsTests {

    private final ServingThreads threads = new ServingThreads();
    private final WebServer api = started();
    private final WebServer actuator = started();

    private WebServer started() {
        var server = new TomcatServletWebServerFactory(0).getWebServer();
        server.start();
        threads.on(new ServletWebServerInitializedEvent(server, mock()));
        return server;
    }

    @AfterEach
    void stop() {
        api.destroy();
        actuator.destroy();
    }

    @Test
    void acceptorsAndPollersOfBothPortsAreWatched() {
        assertThat(threads.health().getStatus()).isEqualTo(Status.UP);
        assertThat(threads.health().getDetails()).containsEntry("threads", 4);
    }

    @Test
    void threadsThatHaveEndedTakeLivenessWithThem() {
        actuator.stop();

        await().until(() -> threads.health().getStatus().equals(Status.DOWN));
        assertThat(threads.health().getDetails()).containsKey("dead");
    }
}
