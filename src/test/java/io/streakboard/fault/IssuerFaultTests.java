package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.IssuerServer;
import io.streakboard.process.IssuerServer.Mode;
import java.io.IOException;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

/** The packaged application starts while its issuer is down, and goes on while it hangs. */
class IssuerFaultTests {

    private static final String ROUTE = "/api/sign-ins/calendar?month=2026-11";

    @Test
    void anIssuerThatComesLateAndHangsLaterStopsNothing() throws Exception {
        try (var issuer = new IssuerServer();
                var servers = EmbeddedServers.startFresh("issuer")) {
            issuer.goesAway();
            try (var application = start(servers, issuer)) {
                var token = issuer.token("42");
                var undecided = application.get(ROUTE, token);
                assertThat(undecided.statusCode()).isEqualTo(503);
                assertThat(undecided.headers().firstValue("Retry-After")).isPresent();
                assertThat(undecided.body()).contains("urn:streakboard:problem:issuer-unavailable");

                issuer.comesBack();
                await().until(() -> status(application, token) == 200);

                issuer.answers(Mode.NOTHING);
                int before = issuer.asked();
                await().until(() -> issuer.asked() >= before + 3);
                assertThat(status(application, token)).isEqualTo(200);
                assertThat(status(application, issuer.tokenWithKeyId("42", "unknown")))
                        .isEqualTo(503);

                assertThat(application.log())
                        .noneMatch(line -> line.contains("ERROR"))
                        .filteredOn(line -> line.contains("cannot be fetched"))
                        .hasSize(2); // when it was found away, not with each request
            }
        }
    }

    private static int status(ApplicationProcess application, String token) throws IOException, InterruptedException {
        return application.get(ROUTE, token).statusCode();
    }

    private static ApplicationProcess start(EmbeddedServers servers, IssuerServer issuer) throws IOException {
        var properties = new HashMap<>(servers.properties("issuer", 0));
        properties.putAll(issuer.properties());
        properties.put("streakboard.tokens.keys-refresh", "2s");
        properties.put("streakboard.tokens.keys-interval", "500ms");
        properties.put("streakboard.tokens.keys-timeout", "250ms");
        return ApplicationProcess.startPackaged("issuer", properties);
    }
}
