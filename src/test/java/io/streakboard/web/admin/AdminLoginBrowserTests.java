package io.streakboard.web.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.web.login.Login;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/** Admins log in at an issuer, which is a server of this test. The page comes from another one, configured for it. */
@IntegrationTest
class AdminLoginBrowserTests extends AdminPageInBrowser {

    private static final String PAGE = "/actuator/admin";

    /** The challenges of the codes that were given. */
    private final Map<String, String> codes = new ConcurrentHashMap<>();

    /** The only token that the application takes. */
    private volatile String taken = "the-token";

    /** What the issuer gives beside a token. */
    private volatile String besides = "";

    private final HttpServer issuer = server("127.0.0.1");
    private final HttpServer application = server("localhost");

    AdminLoginBrowserTests(Api api) throws IOException {
        super(api);
    }

    private static HttpServer server(String host) throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
    }

    @BeforeEach
    void start() throws IOException {
        var page = new AdminPage(
                new Login("streakboard-admin", at("/authorize"), at("/token"), "openid", "openid admin"),
                new JsonMapper());
        issuer.createContext("/authorize", this::authorize);
        issuer.createContext("/token", this::giveToken);
        application.createContext("/", exchange -> {
            var path = exchange.getRequestURI().getPath();
            if (path.startsWith(PAGE)) {
                var file = path.equals(PAGE) ? page.page() : page.file(path.substring(PAGE.length() + 1));
                send(exchange, 200, String.valueOf(file.getContentType()), requireNonNull(file.getBody()));
            } else {
                boolean known =
                        ("Bearer " + taken).equals(exchange.getRequestHeaders().getFirst("Authorization"));
                var answer = known && path.endsWith("/health")
                        ? "{\"status\": \"UP\", \"components\": {\"db\": {\"status\": \"UP\"}}}"
                        : "{\"detail\": \"nothing here\"}";
                send(exchange, known ? 200 : 401, "application/json", answer.getBytes(UTF_8));
            }
        });
        issuer.start();
        application.start();
    }

    @AfterEach
    void stop() {
        issuer.stop(0);
        application.stop(0);
    }

    @Test
    void anAdminComesBackWithATokenToThePlaceWhereTheLoginBegan() throws IOException {
        browser.get(pageOfTheApplication() + "#2026-11");
        awaitText("login", "Log in");
        isForEverybody();
        click("Log in");

        awaitText("health", "MySQL UP");
        assertThat(browser.getCurrentUrl()).isEqualTo(pageOfTheApplication() + "#2026-11");
        assertThat(codes).isEmpty();
    }

    @Test
    void anAnswerToALoginThatWasNotBegunHereIsNotTaken() {
        browser.get(pageOfTheApplication());
        awaitText("login", "Log in");
        browser.executeScript("sessionStorage.setItem('streakboard.login',"
                + " JSON.stringify({verifier: 'v', state: 's', hash: ''}))");
        codes.put("stolen", challenge("v"));

        browser.get(pageOfTheApplication() + "?state=another&code=stolen");
        awaitText("problem", "not begun here");
        assertThat(element("entry").isDisplayed()).isTrue();
        assertThat(codes).containsKey("stolen");
    }

    @Test
    void theIssuersRefusalIsShown() {
        browser.get(pageOfTheApplication());
        awaitText("login", "Log in");
        browser.executeScript("sessionStorage.setItem('streakboard.login',"
                + " JSON.stringify({verifier: 'v', state: 's', hash: ''}))");

        browser.get(pageOfTheApplication() + "?state=s&error=access_denied&error_description=You+are+no+admin");
        awaitText("problem", "You are no admin");
    }

    @Test
    void aLoginIsRenewedBeforeItExpires() {
        besides = ", \"expires_in\": 4, \"refresh_token\": \"the-renewal\"";
        browser.get(pageOfTheApplication());
        awaitText("login", "Log in");
        click("Log in");
        awaitText("health", "MySQL UP");

        await().untilAsserted(() -> assertThat(kept("streakboard.token")).isEqualTo("the-second-token"));
        awaitText("health", "MySQL UP");
        assertThat(element("entry").isDisplayed()).isFalse();
        assertThat(element("problem").isDisplayed()).isFalse();
    }

    @Test
    void aSecondLoginKeepsTheTypedInput() {
        browser.get(pageOfTheApplication());
        awaitText("login", "Log in");
        click("Log in");
        awaitText("health", "MySQL UP");
        fill("find", "learner", "4711");
        browser.executeScript("document.body.dataset.since = 'before'");

        taken = "another-token";
        awaitText("problem", "what you have typed is still here");
        assertThat(element("board").isDisplayed()).isFalse();
        var page = browser.getWindowHandle();
        click("Log in");

        await().until(() -> element("board").isDisplayed());
        awaitText("health", "MySQL UP");
        await().untilAsserted(() -> assertThat(browser.getWindowHandles()).containsExactly(page));
        assertThat(browser.executeScript(
                        "return document.forms.find.elements.learner.value + document.body.dataset.since"))
                .isEqualTo("4711before");
        assertThat(element("problem").isDisplayed()).isFalse();
    }

    private String kept(String key) {
        return String.valueOf(browser.executeScript("return sessionStorage.getItem(arguments[0])", key));
    }

    private String pageOfTheApplication() {
        return "http://localhost:" + application.getAddress().getPort() + PAGE;
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + path);
    }

    /** Sends the admin back at once. */
    private void authorize(HttpExchange exchange) throws IOException {
        var asked = parameters(exchange.getRequestURI().getRawQuery());
        assertThat(value(asked, "client_id")).isEqualTo("streakboard-admin");
        assertThat(value(asked, "code_challenge_method")).isEqualTo("S256");
        codes.put("the-code", value(asked, "code_challenge"));
        exchange.getResponseHeaders()
                .add(
                        "Location",
                        value(asked, "redirect_uri").replace("%3A", ":").replace("%2F", "/") + "?code=the-code&state="
                                + value(asked, "state"));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    /** A code is good once, for whoever has the verifier. */
    private void giveToken(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Access-Control-Allow-Origin", "*");
        var asked = parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        if (value(asked, "grant_type").equals("refresh_token")) {
            renew(exchange, value(asked, "refresh_token"));
            return;
        }
        var challenge = codes.remove(value(asked, "code"));
        boolean proven = challenge != null && challenge.equals(challenge(value(asked, "code_verifier")));
        var answer =
                proven ? "{\"access_token\": \"%s\"%s}".formatted(taken, besides) : "{\"error\": \"invalid_grant\"}";
        send(exchange, proven ? 200 : 400, "application/json", answer.getBytes(UTF_8));
    }

    /** From then on the application takes the new token only. */
    private void renew(HttpExchange exchange, String by) throws IOException {
        assertThat(by).isEqualTo("the-renewal");
        taken = "the-second-token";
        besides = "";
        send(exchange, 200, "application/json", "{\"access_token\": \"the-second-token\"}".getBytes(UTF_8));
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

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
