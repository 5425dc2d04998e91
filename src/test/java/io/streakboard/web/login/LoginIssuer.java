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
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * An issuer where people log in with authorization code and PKCE. It sends them back at once, and refuses what RFC 9700
 * does not allow a page.
 */
public final class LoginIssuer implements AutoCloseable {

    private static final String CLIENT = "streakboard-page";
    private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final HttpServer server;

    /** @param redirectUri null: any */
    private record Code(String challenge, @Nullable String redirectUri) {}

    private final Map<String, Code> codes = new ConcurrentHashMap<>();

    /** The states and challenges of all logins. */
    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    /** Each renews a token once. */
    private final Set<String> renewals = ConcurrentHashMap.newKeySet();

    private volatile Supplier<String> tokens = () -> "the-token";
    private volatile Supplier<String> renewed = () -> "the-second-token";
    private volatile int seconds;

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
        seconds = 0;
    }

    /** From now on gives tokens that end after some seconds, each with what renews it once. */
    public void gives(Supplier<String> given, int life, Supplier<String> then) {
        tokens = given;
        renewed = then;
        seconds = life;
    }

    /** From now on renews none of the tokens that it gave. */
    public void forgets() {
        renewals.clear();
    }

    /** Gives a code to the client with the verifier. */
    public void gaveCode(String code, String verifier) {
        codes.put(code, new Code(challenge(verifier), null));
    }

    /** Whether a code was given, and no token for it yet. */
    public boolean hasCode(String code) {
        return codes.containsKey(code);
    }

    private void authorize(HttpExchange exchange) throws IOException {
        var asked = parameters(exchange.getRequestURI().getRawQuery());
        var redirectUri = decoded(asked, "redirect_uri");
        boolean right = value(asked, "client_id").equals(CLIENT)
                && value(asked, "response_type").equals("code")
                && value(asked, "code_challenge_method").equals("S256")
                && isNewSecret(value(asked, "code_challenge"))
                && isNewSecret(value(asked, "state"))
                && redirectUri.matches("[^?#]+")
                && !exchange.getRequestHeaders().containsKey("Referer");
        codes.put("the-code", new Code(value(asked, "code_challenge"), redirectUri));
        exchange.getResponseHeaders().add("Location", redirectUri + "?code=the-code&state=" + value(asked, "state"));
        exchange.sendResponseHeaders(right ? 302 : 400, -1);
        exchange.close();
    }

    private boolean isNewSecret(String secret) {
        return SECRET.matcher(secret).matches() && secrets.add(secret);
    }

    /** A code is good once, for the client with the verifier. */
    private void giveToken(HttpExchange exchange) throws IOException {
        var asked = parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        boolean right = exchange.getRequestURI().getQuery() == null
                && value(asked, "client_id").equals(CLIENT)
                && !asked.containsKey("client_secret")
                && !exchange.getRequestHeaders().containsKey("Referer");
        if (value(asked, "grant_type").equals("refresh_token")) {
            boolean known = renewals.remove(value(asked, "refresh_token"));
            answer(exchange, right && known ? given(renewed) : null);
        } else {
            var code = codes.remove(value(asked, "code"));
            boolean proven = code != null
                    && code.challenge().equals(challenge(value(asked, "code_verifier")))
                    && (code.redirectUri() == null || code.redirectUri().equals(decoded(asked, "redirect_uri")));
            answer(exchange, right && proven ? given(tokens) : null);
        }
    }

    private String given(Supplier<String> token) {
        if (seconds == 0) {
            return "{\"access_token\": \"%s\"}".formatted(token.get());
        }
        var renewal = UUID.randomUUID().toString();
        renewals.add(renewal);
        return "{\"access_token\": \"%s\", \"expires_in\": %d, \"refresh_token\": \"%s\"}"
                .formatted(token.get(), seconds, renewal);
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

    private static String decoded(MultiValueMap<String, String> parameters, String name) {
        return URLDecoder.decode(value(parameters, name), UTF_8);
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
