package io.streakboard.process;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An issuer of tokens on a port of its own, which fails, hangs, goes away, comes back and changes its key. */
public final class IssuerServer implements AutoCloseable {

    private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

    static final Set<String> PROPERTIES = Set.of(JWT + "issuer-uri", JWT + "audiences");

    /** What it answers. */
    public enum Mode {
        KEYS,
        FAILURE,
        NO_KEYS,
        PAGE,
        NOTHING
    }

    private final int port;
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Mode mode = Mode.KEYS;
    private volatile KeyPair key = newKey();
    private volatile HttpServer server;

    public IssuerServer() {
        server = listen(0);
        port = server.getAddress().getPort();
    }

    private HttpServer listen(int on) {
        try {
            var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), on), 0);
            http.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, metadata()));
            http.createContext("/keys", this::keys);
            http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            http.start();
            return http;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void keys(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        switch (mode) {
            case KEYS -> answer(exchange, 200, new JWKSet(jwk()).toString());
            case FAILURE -> answer(exchange, 500, "{}");
            case NO_KEYS -> answer(exchange, 200, "{\"keys\":[]}");
            case PAGE -> answer(exchange, 200, "<html>We are back soon</html>");
            case NOTHING -> untilClosed();
        }
    }

    private void untilClosed() {
        try {
            closed.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String metadata() {
        return "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}".formatted(name(), name());
    }

    private RSAKey jwk() {
        return new RSAKey.Builder((RSAPublicKey) key.getPublic()).keyID(keyId()).build();
    }

    private String keyId() {
        return Integer.toHexString(key.getPublic().hashCode());
    }

    private static KeyPair newKey() {
        try {
            var keys = KeyPairGenerator.getInstance("RSA");
            keys.initialize(1024); // made and used much faster than longer ones
            return keys.generateKeyPair();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public String name() {
        return "http://localhost:" + port;
    }

    /** How often somebody asked for the keys. */
    public int asked() {
        return asked.get();
    }

    public void answers(Mode with) {
        mode = with;
    }

    public void goesAway() {
        server.stop(0);
    }

    public void comesBack() {
        server = listen(port);
    }

    public void changesItsKey() {
        key = newKey();
    }

    /** A token of this issuer, signed with its current key. */
    public String token(String subject) {
        return tokenWithKeyId(subject, keyId());
    }

    public String token(String subject, String scope) {
        return claims(subject, keyId()).claim("scope", scope).signedBy(key.getPrivate());
    }

    public String tokenWithKeyId(String subject, String keyId) {
        return claims(subject, keyId).signedBy(key.getPrivate());
    }

    private Token claims(String subject, String keyId) {
        return Token.of(subject).header("kid", keyId).claim("iss", name());
    }

    /** What makes an application trust it. */
    public Map<String, Object> properties() {
        return Map.of(JWT + "issuer-uri", name(), JWT + "audiences", TestIssuer.AUDIENCE);
    }

    @Override
    public void close() {
        closed.countDown();
        goesAway();
    }
}
