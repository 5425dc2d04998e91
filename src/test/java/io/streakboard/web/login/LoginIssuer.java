package io.streakboard.web.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** An issuer where people log in with authorization code and PKCE. It sends them back at once. */
public final class LoginIssuer implements AutoCloseable {

    private static final String CLIENT = "streakboard-page";
    private static final String RENEWAL = "the-renewal";

    private final HttpServer server;

    /** The challenges of the codes that were given. */
    private final Map<String, String> codes = new ConcurrentHashMap<>();

    private volatile Supplier<String> tokens = () -> "the-token";
    private volatile Supplier<String> renewed = () -> "the-second-token";
    private volatile String besides = "";

    private LoginIssuer(HttpServer server) {
        this.server = server;
    }

    public static LoginIssuer start() {
        try {
            var issuer =
                    new LoginIssuer(HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0));
            issuer.server.createContext("/authorize", issuer::authorize);
            issuer.server.createContext("/token", issuer::giveToken);
            issuer.server.start();
            return issuer;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What a page is configured with. */
    public Login login() {
        return new Login(CLIENT, at("/authorize"), at("/token"), "openid", "openid admin");
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** From now on gives these tokens, and nothing that renews one. */
    public void gives(Supplier<String> given) {
        tokens = given;
        besides = "";
    }

    /** From now on gives tokens that end after some seconds, each with what renews it once. */
    public void gives(Supplier<String> given, int seconds, Supplier<String> then) {
        tokens = given;
        renewed = then;
        besides = ", \"expires_in\": %d, \"refresh_token\": \"%s\"".formatted(seconds, RENEWAL);
    }

    /** Gives a code to the client with the verifier. */
    public void gaveCode(String code, String verifier) {
        codes.put(code, challenge(verifier));
    }

    /** Whether a code was given, and no token for it yet. */
    public boolean hasCode(String code) {
        return codes.containsKey(code);
    }

    private void authorize(HttpExchange exchange) throws IOException {
        var asked = parameters(exchange.getRequestURI().getRawQuery());
        boolean right = value(asked, "client_id").equals(CLIENT)
                && value(asked, "code_challenge_method").equals("S256");
        codes.put("the-code", value(asked, "code_challenge"));
        exchange.getResponseHeaders()
                .add(
                        "Location",
                        value(asked, "redirect_uri").replace("%3A", ":").replace("%2F", "/") + "?code=the-code&state="
                                + value(asked, "state"));
        exchange.sendResponseHeaders(right ? 302 : 400, -1);
        exchange.close();
    }

    /** A code is good once, for the client with the verifier. */
    private void giveToken(HttpExchange exchange) throws IOException {
        var asked = parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        if (value(asked, "grant_type").equals("refresh_token")) {
            boolean known = value(asked, "refresh_token").equals(RENEWAL);
            answer(exchange, known ? "{\"access_token\": \"%s\"}".formatted(renewed.get()) : null);
        } else {
            var challenge = codes.remove(value(asked, "code"));
            boolean proven = challenge != null && challenge.equals(challenge(value(asked, "code_verifier")));
            answer(exchange, proven ? "{\"access_token\": \"%s\"%s}".formatted(tokens.get(), besides) : null);
        }
    }

    private static void answer(HttpExchange exchange, @Nullable String given) throws IOException {
        var body = (given == null ? "{\"error\": \"invalid_grant\"}" : given).getBytes(UTF_8);
        exchange.getResponseHeaders().add("Access-Control-Allow-Origin", "*");
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(given == null ? 400 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static MultiValueMap<String, String> parameters(String query) {
        return UriComponentsBuilder.newInstance().query(query).build().getQueryParams();
    }

    private static String value(MultiValueMap<String, String> parameters, String name) {
        return requireNonNull(parameters.getFirst(name), name);
    }

    private static String challenge(String verifier) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
