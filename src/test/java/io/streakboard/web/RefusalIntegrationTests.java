package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Route;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server, the firewall or a filter refuses before a controller sees it, on both ports. */
@IntegrationTest
@Tag("any-database")
@Tag("any-redis")
class RefusalIntegrationTests {

    private final Api api;

    RefusalIntegrationTests(Api api) {
        this.api = api;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//api/points/today",
                "/api//points/today",
                "/api/../api/points/today",
                "/../../etc/passwd",
                "/api/%zz",
                "/api/points;x=1/today",
                "/api%2fpoints",
                "/api/%00",
                "/api/%0aforged",
                "/api/%5c",
                "/api/{x}",
                "/api/|",
                "/api/points/records?type={x}",
                "/api/points/records?type=%zz",
                "/api/points/records?type=%",
                "/api/points/records?ids[]=1"
            })
    void aPathWithTricksIsAProblem(String target) throws IOException {
        refused(400, "GET", target);
    }

    @ParameterizedTest
    @CsvSource({"TRACE, 405", "X, 400", "P(, 400"})
    void aMethodThatNoRouteHasIsAProblem(String method, int status) throws IOException {
        refused(status, method, "/api/points/today");
    }

    @ParameterizedTest
    @CsvSource({
        "'Host: two', 400",
        "'no colon', 400",
        "'X: \u0000', 400",
        "'Content-Length: -1', 400",
        "'Expect: more', 417",
        "'Accept: nonsense', 406",
        "'Content-Type: nonsense', 415",
        "'Content-Type: application/json;charset=nonsense', 415",
        "'Content-Type: */*', 415",
        "'Transfer-Encoding: x', 501"
    })
    void aHeaderThatCannotBeReadIsAProblem(String header, int status) throws IOException {
        refused(status, "GET", "/api/points/today", header);
    }

    @ParameterizedTest
    @ValueSource(ints = {150, 9000})
    void moreHeadersThanTheServerTakesAreAProblem(int length) throws IOException {
        refused(400, "GET", "/api/points/today", "X: y\r\n".repeat(length) + "X: y");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBodyThatBreaksOffIsAProblem(boolean chunked) throws IOException {
        var headers = List.of("Authorization: Bearer " + api.service().token(), "Content-Type: application/json");
        var body = "{\"activities\":[".getBytes(StandardCharsets.UTF_8);
        var route = new Route(false, "POST", "/api/activities");

        var reply = new Call(route, route.path(), "HTTP/1.1", headers, body, chunked, 8).send(port(false));

        assertThat(reply.isProblem(true)).as(reply.toString()).isTrue();
        assertThat(reply.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"br, 415", "deflate, 415", "'gzip, gzip', 415", "GZIP, 400", "x-gzip, 400", "identity, 400"})
    void anImportIsPlainOrGzip(String encoding, int status) throws IOException {
        var headers = List.of(
                "Authorization: Bearer " + api.admin().token(),
                "Content-Type: text/csv",
                "Content-Encoding: " + encoding);
        for (var path :
                Map.of(false, "/api/imports", true, "/actuator/api/imports").entrySet()) {
            var route = new Route(path.getKey(), "POST", path.getValue());
            var body = "none".getBytes(StandardCharsets.UTF_8);

            var reply = new Call(route, route.path(), "HTTP/1.1", headers, body, false, body.length)
                    .send(port(path.getKey()));

            assertThat(reply.isProblem(true)).as(reply.toString()).isTrue();
            assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
        }
    }

    private void refused(int status, String method, String target, String... headers) throws IOException {
        for (boolean actuator : List.of(false, true)) {
            var call = new Call(
                    new Route(actuator, method, target), target, "HTTP/1.1", List.of(headers), new byte[0], false, 0);
            var reply = call.send(port(actuator));
            assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
            assertThat(reply.isProblem(true)).as(reply.toString()).isTrue();
        }
    }

    private int port(boolean actuator) {
        return URI.create(actuator ? api.actuatorUrl() : api.url()).getPort();
    }
}
