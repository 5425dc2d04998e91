package io.streakboard.identity.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerMetadataClientTests {

    /** Both standards drop the slash at the end before they add where the metadata are. */
    @ParameterizedTest
    @ValueSource(strings = {"/app", "/app/"})
    void theKeysAreFoundByTheMetadata(String path) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var origin = "http://localhost:" + server.getAddress().getPort();
        var key = new ECKeyGenerator(Curve.P_256).keyID("k").generate().toPublicJWK();
        serve(
                server,
                "/app/.well-known/openid-configuration",
                "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}".formatted(origin + path, origin));
        serve(server, "/keys", new JWKSet(key).toString());
        server.start();
        try {
            var keys = new IssuerMetadataClient(origin + path, null, Duration.ofSeconds(20))
                    .getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), 0, null);

            assertThat(keys.getKeyByKeyId("k")).isEqualTo(key);
        } finally {
            server.stop(0);
        }
    }

    private static void serve(HttpServer server, String path, String body) {
        server.createContext(path, exchange -> {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
