package io.streakboard.web.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.springframework.core.io.ClassPathResource;

/** Tests of the learners' page share a browser within their class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LearnersPageInBrowser {

    private static final File DRIVER =
            new File(System.getProperty("streakboard.browser.driver", "/usr/bin/chromedriver"));

    private static final String FOUND = """
            const done = arguments[0];
            axe.run({resultTypes: ['violations']}).then(found => done(found.violations
                .map(each => each.id + ': ' + each.nodes.map(node => node.html).join(' '))));
            """;

    private static final String ACTIVE = """
            let active = document.activeElement;
            while (active && active.shadowRoot && active.shadowRoot.activeElement) {
                active = active.shadowRoot.activeElement;
            }
            """;

    final Api api;
    ChromeDriver browser;

    @SuppressWarnings("NullAway.Init") // the browser is opened before the first test
    LearnersPageInBrowser(Api api) {
        this.api = api;
    }

    @BeforeAll
    void openBrowser() {
        var options = new ChromeOptions()
                .addArguments(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--window-size=1280,1600");
        options.setAcceptInsecureCerts(true); // of a proxy, self-signed
        browser = new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(DRIVER).build(), options);
        browser.manage().timeouts().scriptTimeout(Duration.ofMinutes(5)); // axe takes its time on a busy machine
    }

    @AfterAll
    void closeBrowser() {
        browser.quit();
    }

    /** Where the browser finds the application. */
    String address() {
        return api.url();
    }

    /** Opens a view as a learner; the page is loaded anew. */
    void open(long learner, String view) {
        open(learner, view, "en");
    }

    void open(long learner, String view, String language) {
        open(learner, "Ada", view, language);
    }

    void open(long learner, String name, String view, String language) {
        browser.get(address() + "/streakboard/icon.svg");
        run(
                "sessionStorage.setItem('streakboard.learner', JSON.stringify({learner: arguments[0], name: arguments[1]}));"
                        + "localStorage.setItem('streakboard.language', arguments[2]);",
                learner,
                name,
                language);
        browser.get(address() + "/#" + view);
    }

    @Nullable
    Object run(String script, Object... arguments) {
        return browser.executeScript(script, arguments);
    }

    /** The text that a part shows; empty until it is there. */
    String text(String part) {
        return String.valueOf(run("""
                const part = document.querySelector(arguments[0]);
                return part?.shadowRoot?.querySelector('[aria-busy=false]')?.textContent.replace(/\\s+/g, ' ') ?? '';
                """, part));
    }

    void awaitText(String part, String text) {
        await().untilAsserted(() -> assertThat(text(part)).contains(text));
    }

    /** One attribute of all elements within a part that a selector finds. */
    List<?> each(String part, String selector, String attribute) {
        return (List<?>) requireNonNull(run("""
                return [...document.querySelector(arguments[0]).shadowRoot.querySelectorAll(arguments[1])]
                    .map(each => each.getAttribute(arguments[2]));
                """, part, selector, attribute));
    }

    void click(String part, String selector) {
        run("document.querySelector(arguments[0]).shadowRoot.querySelector(arguments[1]).click()", part, selector);
    }

    void press(CharSequence... keys) {
        new Actions(browser).sendKeys(keys).perform();
    }

    /** Goes on by the tabulator until an element has the focus. */
    void tabTo(String selector) {
        for (int i = 0; i < 60; i++) {
            if (Boolean.TRUE.equals(
                    run(ACTIVE + "return active !== null && active.matches(arguments[0]);", selector))) {
                return;
            }
            press(Keys.TAB);
        }
        throw new AssertionError("No way by the tabulator to " + selector);
    }

    String activeLabel() {
        return String.valueOf(run(ACTIVE + "return active.getAttribute('aria-label') ?? active.textContent.trim();"));
    }

    void cdp(String command, Map<String, Object> parameters) {
        browser.executeCdpCommand(command, parameters);
    }

    void connected(boolean connected) {
        cdp("Network.enable", Map.of());
        cdp(
                "Network.emulateNetworkConditions",
                Map.of("offline", !connected, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /** A script that each page runs first, until it is removed again. */
    AutoCloseable before(String script) {
        var added = browser.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
        return () -> cdp(
                "Page.removeScriptToEvaluateOnNewDocument",
                Map.of("identifier", String.valueOf(added.get("identifier"))));
    }

    void size(int width, String scheme) {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        cdp(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Roles and names, in the order of the page. */
    List<String> spoken() {
        cdp("Accessibility.enable", Map.of());
        var tree = browser.executeCdpCommand("Accessibility.getFullAXTree", Map.of());
        return ((List<?>) requireNonNull(tree.get("nodes")))
                .stream()
                        .map(node -> (Map<?, ?>) node)
                        .filter(node -> Boolean.FALSE.equals(node.get("ignored")))
                        .map(node -> value(node, "role") + ": " + value(node, "name"))
                        .toList();
    }

    private static String value(Map<?, ?> node, String property) {
        return node.get(property) instanceof Map<?, ?> given ? String.valueOf(given.get("value")) : "";
    }

    /** Nothing keeps people from using the page, by axe: in light and dark, on a screen and on a phone. */
    void isForEverybody() throws IOException {
        run(new ClassPathResource("axe.min.js").getContentAsString(StandardCharsets.UTF_8));
        for (var scheme : List.of("light", "dark")) {
            for (int width : List.of(1280, 390)) {
                size(width, scheme);
                assertThat((List<?>) browser.executeAsyncScript(FOUND))
                        .as("%s at %d of %s", scheme, width, browser.getCurrentUrl())
                        .isEmpty();
                assertThat((Long) run("return document.documentElement.scrollWidth"))
                        .as("width needed at %d", width)
                        .isLessThanOrEqualTo(width);
            }
        }
    }
}
