package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;

class ServingThreadsTests {

    private final ServingThreads threads = new ServingThreads();
    private final ServletWebServerApplicationContext management = mock();
    private final WebServer api = new TomcatServletWebServerFactory(0).getWebServer();
    private final WebServer actuator = new TomcatServletWebServerFactory(0).getWebServer();

    @BeforeEach
    void start() {
        start(api, mock());
        start(actuator, management);
    }

    private void start(WebServer server, ServletWebServerApplicationContext context) {
        server.start();
        threads.on(new ServletWebServerInitializedEvent(server, context));
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

    @Test
    void afterARestartTheNewThreadsAreWatched() {
        actuator.stop();
        await().until(() -> threads.health().getStatus().equals(Status.DOWN));

        start(actuator, management);

        assertThat(threads.health().getStatus()).isEqualTo(Status.UP);
        assertThat(threads.health().getDetails()).containsEntry("threads", 4);
    }
}
