package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.springframework.core.io.ClassPathResource;

/** Tests of the page for admins have a browser each. */
abstract class AdminPageInBrowser {

    private static final File DRIVER =
            new File(System.getProperty("streakboard.browser.driver", "/usr/bin/chromedriver"));

    private static final String SERIOUS = """
            const done = arguments[0];
            axe.run({resultTypes: ['violations']}).then(found => done(found.violations
                .filter(each => ['serious', 'critical'].includes(each.impact))
                .map(each => each.id + ': ' + each.nodes.map(node => node.html).join(' '))));
            """;

    private final Api api;
    ChromeDriver browser;

    AdminPageInBrowser(Api api) {
        this.api = api;
    }

    @BeforeEach
    void openBrowser() {
        var options = new ChromeOptions()
                .addArguments(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--window-size=1280,1600");
        browser = new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(DRIVER).build(), options);
        browser.manage().timeouts().scriptTimeout(Duration.ofMinutes(5)); // axe takes its time on a busy machine
    }

    @AfterEach
    void closeBrowser() {
        browser.quit();
    }

    void open(String fragment) {
        browser.get(page(fragment));
        enter(api.admin().token());
    }

    String page(String fragment) {
        return api.actuatorUrl() + "/admin" + fragment;
    }

    void enter(String token) {
        await().until(() -> element("token").isDisplayed());
        element("token").sendKeys(token);
        element("enter").findElement(By.tagName("button")).click();
    }

    /** Presses a button that asks a question. */
    void press(String label) {
        click(label);
        await().until(() -> element("confirm").isDisplayed());
    }

    void click(String label) {
        click(By.xpath("//button[text()='%s']".formatted(label)));
    }

    /** As soon as it can be clicked: cards are drawn anew now and then, with other elements in place of the old. */
    void click(By what) {
        await().ignoreExceptionsInstanceOf(StaleElementReferenceException.class)
                .ignoreExceptionsInstanceOf(NoSuchElementException.class)
                .ignoreExceptionsInstanceOf(ElementNotInteractableException.class)
                .until(() -> {
                    browser.findElement(what).click();
                    return true;
                });
    }

    /** With a reason if one is asked for and none is written yet. */
    void answer(String value) {
        if (value.equals("yes") && element("because").isDisplayed()) {
            because("a test");
        }
        element("confirm")
                .findElement(By.cssSelector("[value=%s]".formatted(value)))
                .click();
        await().until(() -> !element("confirm").isDisplayed());
    }

    private void because(String reason) {
        if (String.valueOf(element("why").getDomProperty("value")).isEmpty()) {
            element("why").sendKeys(reason);
        }
    }

    /** Fills a field of the dialog, which says what comes of it. */
    void fill(String value) {
        browser.executeScript(
                "const field = document.querySelector('#fields input, #fields select'); field.value = arguments[0];"
                        + "field.dispatchEvent(new Event('input', {bubbles: true}))",
                value);
    }

    void lookUp(String text) {
        await().until(() -> element("find").isDisplayed());
        fill("find", "learner", text);
        click("Find");
    }

    /** Fills a field of a form, whatever its type. */
    void fill(String form, String field, String value) {
        browser.executeScript(
                "const field = document.forms[arguments[0]].elements[arguments[1]];"
                        + "field.value = arguments[2]; field.dispatchEvent(new Event('input', {bubbles: true}))",
                form,
                field,
                value);
    }

    void awaitText(String id, String text) {
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(element(id).getText()).contains(text));
    }

    WebElement element(String id) {
        return browser.findElement(By.id(id));
    }

    /** Requests to these addresses fail from now on. */
    void block(String... addresses) {
        browser.executeCdpCommand("Network.enable", Map.of());
        browser.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(addresses)));
    }

    /**
     * Pages that are opened from now on get their answers from here.
     *
     * @param answers by path without query, each as {@code [status, body]}; {@code *} is any other path
     */
    void pretend(String answers) {
        browser.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", """
                window.answers = %s;
                window.asked = [];
                window.fetch = async (path, options) => {
                    window.asked.push(`${options.method} ${path}`);
                    const [status, body] = window.answers[path.split("?")[0]] ?? window.answers["*"];
                    return new Response(JSON.stringify(body), {status});
                };
                """.formatted(answers)));
    }

    /** What keeps people from using the page, by axe: in light and dark, on a screen and on a phone. */
    void isForEverybody() throws IOException {
        browser.executeScript(new ClassPathResource("axe.min.js").getContentAsString(StandardCharsets.UTF_8));
        for (var scheme : List.of("light", "dark")) {
            browser.executeCdpCommand(
                    "Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
            for (int width : List.of(1280, 390)) {
                browser.executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", 1600, "deviceScaleFactor", 1, "mobile", false));
                assertThat((List<?>) browser.executeAsyncScript(SERIOUS))
                        .as("%s at %d", scheme, width)
                        .isEmpty();
                assertThat((Long) browser.executeScript("return document.documentElement.scrollWidth"))
                        .as("width needed at %d", width)
                        .isLessThanOrEqualTo(width);
            }
        }
    }
}
