package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Failures that belong to no module. */
@IntegrationTest
class ProblemIntegrationTests {

    private final Api api;

    ProblemIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void aBodyOfFiftyMegabytesIsRefusedByItsLength() throws IOException {
        var url = URI.create(api.url());
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.getOutputStream()
                    .write(("POST /api/activities HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 52428800\r\n\r\n{\"activities\": [")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput(); // it must not take the rest to refuse it
            var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));

            assertThat(answer.lines().takeWhile(line -> !line.isEmpty()))
                    .anyMatch(line -> line.startsWith("HTTP/1.1 413"))
                    .anyMatch(line -> line.equalsIgnoreCase("Content-Type: application/problem+json"));
            assertThat(answer.lines().filter(line -> line.contains("urn:")).findFirst())
                    .hasValueSatisfying(body -> assertThat(body).contains("urn:streakboard:problem:body-too-large"));
        }
    }

    @Test
    void aBodyOfThreeMegabytesIsRefused() {
        api.service().post("/api/activities", "[" + " ".repeat(3 << 20) + "]").isProblem(413, "body-too-large");
    }

    @Test
    void aRouteThatDoesNotExistIsAProblem() {
        api.learner(Learners.next()).get("/api/nothing").isProblem(404, "not-found");
    }

    @Test
    void aMethodThatARouteDoesNotHaveIsAProblem() {
        api.learner(Learners.next()).get("/api/sign-ins").isProblem(405, "method-not-allowed");
    }

    @Test
    void aBodyOfAnotherTypeIsAProblem() {
        api.service()
                .post("/api/activities", "text/plain", "x".getBytes(StandardCharsets.UTF_8))
                .isProblem(415, "unsupported-media-type");
    }
}
