package io.streakboard.web.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.web.login.LoginIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Admins log in at an issuer, which is a server of this test. The page comes from another one, configured for it. */
@IntegrationTest
class AdminLoginBrowserTests extends AdminPageInBrowser {

    private static final String PAGE = "/actuator/admin";

    /** The only token that the application takes. */
    private volatile String taken = "the-token";

    private final LoginIssuer issuer = LoginIssuer.start();
    private final HttpServer application;

    AdminLoginBrowserTests(Api api) throws IOException {
        super(api);
        application = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    }

    @BeforeEach
    void start() throws IOException {
        var page = new AdminPage(issuer.login(), new JsonMapper());
        issuer.gives(() -> taken);
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
        application.start();
    }

    @AfterEach
    void stop() {
        issuer.close();
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
        assertThat(issuer.hasCode("the-code")).isFalse();
    }

    @Test
    void anAnswerToALoginThatWasNotBegunHereIsNotTaken() {
        browser.get(pageOfTheApplication());
        awaitText("login", "Log in");
        browser.executeScript("sessionStorage.setItem('streakboard.login',"
                + " JSON.stringify({verifier: 'v', state: 's', hash: ''}))");
        issuer.gaveCode("stolen", "v");

        browser.get(pageOfTheApplication() + "?state=another&code=stolen");
        awaitText("problem", "not begun here");
        assertThat(element("entry").isDisplayed()).isTrue();
        assertThat(issuer.hasCode("stolen")).isTrue();
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

    /** Each renewal brings what the next one needs; the issuer takes it once. */
    @Test
    void aLoginIsRenewedBeforeItExpiresAgainAndAgain() {
        var renewals = new AtomicInteger();
        issuer.gives(() -> taken, 4, () -> taken = "renewed-" + renewals.incrementAndGet());
        browser.get(pageOfTheApplication());
        awaitText("login", "Log in");
        click("Log in");
        awaitText("health", "MySQL UP");

        await().untilAsserted(() -> assertThat(kept("streakboard.token")).isEqualTo("renewed-2"));
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

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
