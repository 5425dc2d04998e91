package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.support.Api;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page on which admins edit the rules, in a browser. */
@DatabaseRulebook
class RulesPageBrowserTests extends AdminPageInBrowser {

    private static final List<String> TABS =
            List.of("types", "signIn", "bonuses", "boards", "badges", "prizes", "xapi");

    private final Api api;
    private final PublishedRules rules;

    RulesPageBrowserTests(Api api, PublishedRules rules) {
        super(api);
        this.api = api;
        this.rules = rules;
    }

    @BeforeEach
    void openRules() {
        open("");
        awaitText("health", "MySQL UP");
        browser.findElement(By.linkText("Rules")).click();
        awaitBody("is in force");
    }

    @AfterEach
    void restore() {
        rules.restore();
    }

    /** With the keyboard alone: a double week, a cup with a prize, and a badge. */
    @Test
    void aCampaignIsPublishedByKeyboard() {
        choose("bonuses");
        add("Add a bonus", "christmas");
        replace("/bonuses/christmas/title", "Double quiz week");
        toggle("Question");

        choose("boards");
        add("Add a board", "christmas-cup");
        replace("/boards/christmas-cup/title", "Christmas cup");

        choose("badges");
        add("Add a badge", "quizzer");
        replace("/badges/quizzer/title", "Quizzer");
        replace("/badges/quizzer/description", "For ten quizzes");
        replace("/badges/quizzer/condition", "count(QUESTION) >= N");

        awaitText("changes", "Bonuses › christmas 200% for Question");
        awaitText("changes", "Boards › christmas-cup");
        awaitText("changes", "Badges › quizzer count(QUESTION) >= N · 10");
        awaitText("effects", "christmas");
        focus("reason").sendKeys("Christmas", Keys.ENTER);

        awaitText("status", "is valid from");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                api.admin().get("/api/rulebook").has(200).at("/document/bonuses/christmas/title"))
                        .hasToString("\"Double quiz week\""));
        awaitBody("Nothing is changed yet");
        var document = api.admin().get("/api/rulebook").at("/document");
        assertThat(document.at("/boards/christmas-cup/prizes/0/points").asInt()).isEqualTo(100);
        assertThat(document.at("/badges/quizzer/levels/0").asInt()).isEqualTo(10);
        awaitBody("Christmas");
    }

    @Test
    void aMistakeIsToldAtItsFieldWhileItIsTyped() {
        choose("types");
        unfold("/types/LESSON");
        replace("/types/LESSON/points", "ten");

        awaitText("changes", "1 mistake");
        assertThat(field("/types/LESSON/points").getAttribute("aria-invalid")).isEqualTo("true");
        assertThat(element("field-types-LESSON-points-wrong").getText()).contains("whole number");
        assertThat(publish().isEnabled()).isFalse();

        replace("/types/LESSON/points", "20");
        awaitText("changes", "10 → 20");
        await().until(() -> publish().isEnabled());
        assertThat(browser.findElements(By.cssSelector("[aria-invalid=true]"))).isEmpty();
    }

    /** One text becomes two, each in its language; the text that is left needs none. */
    @Test
    void titlesAreTranslated() throws IOException {
        choose("types");
        unfold("/types/LESSON");
        addLanguage("/types/LESSON/label", "zh");
        awaitText("changes", "must not be blank in 'zh'");
        replace("/types/LESSON/label/zh", "课程");
        isForEverybody();
        choose("boards");
        add("Add a board", "cup-2");
        addLanguage("/boards/cup-2/prizes/0/title", "zh");
        replace("/boards/cup-2/prizes/0/title/zh", "前三名");
        isForEverybody();
        awaitText("effects", "cup-2");
        focus("reason").sendKeys("Chinese", Keys.ENTER);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            var document = api.admin().get("/api/rulebook").at("/document");
            assertThat(document.at("/types/LESSON/label")).hasToString("{\"en\":\"Lesson\",\"zh\":\"课程\"}");
            assertThat(document.at("/boards/cup-2/prizes/0/title"))
                    .hasToString("{\"en\":\"Top three\",\"zh\":\"前三名\"}");
        });

        browser.navigate().refresh();
        awaitBody("Nothing is changed yet");
        choose("types");
        unfold("/types/LESSON");
        click(By.cssSelector("#%s button[aria-label='Remove Chinese']".formatted(id("/types/LESSON/label"))));
        assertThat(field("/types/LESSON/label").getAttribute("value")).isEqualTo("Lesson");
    }

    private void addLanguage(String path, String tag) {
        await().until(() -> field(path).isDisplayed());
        field(path)
                .findElement(By.xpath("following-sibling::select/option[@value='%s']".formatted(tag)))
                .click();
    }

    /** What is typed outlives a reload, and the publication of somebody else. */
    @Test
    void aDraftIsNotLost() {
        choose("types");
        unfold("/types/LESSON");
        replace("/types/LESSON/label", "Lessons");
        awaitText("changes", "Lesson → Lessons");

        browser.navigate().refresh();
        awaitText("changes", "Lesson → Lessons");

        rules.publish("{\"types\": {\"NOTE\": {\"points\": 4}}}");
        awaitText("changes", "was published meanwhile");
        click("Put my changes onto it");
        awaitText("changes", "Lesson → Lessons");
        focus("reason").sendKeys("Plural", Keys.ENTER);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            var document = api.admin().get("/api/rulebook").at("/document");
            assertThat(document.at("/types/LESSON/label").asString()).isEqualTo("Lessons");
            assertThat(document.at("/types/NOTE/points").asInt()).isEqualTo(4);
        });
    }

    @Test
    void aVersionIsComparedRestoredAndWithdrawn() {
        long changed = rules.publish("{\"types\": {\"NOTE\": {\"points\": 5}}}");
        awaitBody("Version " + changed + " is in force");
        click(By.xpath("//li[b = 'Version %d']//button[text()='What it changed']".formatted(changed)));
        awaitBody("Points › NOTE › Points 3 → 5");

        click(By.xpath("//li[b = 'Version 1']//button[text()='Restore']"));
        awaitText("changes", "Points › NOTE › Points 5 → 3");
        choose("signIn");
        replace("/signIn/ladder", "1, 2, 3");
        awaitText("changes", "1, 2, 3");
        focus("reason").sendKeys(Keys.ENTER);
        awaitText("status", "is valid from");
        awaitBody("follows from");

        click("Withdraw");
        click("Really withdraw?");
        awaitText("status", "is withdrawn");
        assertThat(api.admin().get("/api/rulebook").at("/pending").isNull()).isTrue();
    }

    @Test
    void everyTabIsForEverybodyInBothLanguages() throws IOException {
        for (var language : List.of("en", "zh")) {
            for (var tab : TABS) {
                choose(tab);
                browser.executeScript("document.querySelectorAll('details').forEach(each => each.open = true)");
                isForEverybody();
            }
            assertThat(
                            (List<?>)
                                    browser.executeScript(
                                            "return [...document.body.innerText.matchAll(/\\b(rules|types|signIn|bonuses|boards|badges|prizes|kind)\\.[a-z]+/gi)].map(each => each[0])"))
                    .as("words that are missing in %s", language)
                    .isEmpty();
            browser.findElement(By.cssSelector("header button")).click();
        }
    }

    /** Examples of <a href="https://www.rfc-editor.org/rfc/rfc7396#appendix-A">RFC 7396</a>, a changed hour, and YAML. */
    @Test
    void documentsArePatchedAndWritten() {
        assertThat(evaluate("""
                const {mergePatch, patched, instant, local, yaml, properties} = await import('/actuator/admin/rule-document.js');
                const from = {a: 'b', c: {d: 'e', f: 'g'}}, to = {a: 'z', c: {d: 'e'}};
                return [
                    mergePatch(from, to), patched(from, mergePatch(from, to)),
                    instant('2026-12-21T00:00', 'Asia/Shanghai'), local('2026-12-20T16:00:00Z', 'Asia/Shanghai'),
                    instant('2026-03-29T03:30', 'Europe/Berlin'), instant('2026-10-25T12:00', 'Europe/Berlin'),
                    yaml(properties({types: {A: {label: 'An "A"', dailyCap: 3}}, boards: {points: {prizes: [{toRank: 1, points: 5}]}}, prizes: {ranked: false}})),
                ].map(each => typeof each === 'string' ? each : JSON.stringify(each));
                """))
                .containsExactly(
                        "{\"a\":\"z\",\"c\":{\"f\":null}}",
                        "{\"a\":\"z\",\"c\":{\"d\":\"e\"}}",
                        "2026-12-20T16:00:00Z",
                        "2026-12-21T00:00",
                        "2026-03-29T01:30:00Z",
                        "2026-10-25T11:00:00Z",
                        """
                        streakboard:
                          points:
                            types:
                              - code: "A"
                                label: "An \\"A\\""
                                daily-cap: 3
                          rewards:
                            bands:
                              - to-rank: 1
                                points: 5
                            ranked: false
                        """);
    }

    private List<String> evaluate(String script) {
        @SuppressWarnings("unchecked")
        var values = (List<String>) browser.executeAsyncScript("const done = arguments[0]; (async () => {" + script
                + "})().then(done, failure => done([String(failure)]))");
        return values;
    }

    private void choose(String tab) {
        click(By.id("tab-" + tab));
    }

    private void unfold(String path) {
        browser.executeScript("document.getElementById(arguments[0]).open = true", id(path));
    }

    /** The new entry's name has the focus. */
    private void add(String label, String name) {
        browser.findElement(By.xpath("//button[text()='%s']".formatted(label))).sendKeys(Keys.ENTER);
        browser.switchTo().activeElement().sendKeys(Keys.chord(Keys.CONTROL, "a"), name, Keys.TAB);
    }

    private void replace(String path, String text) {
        await().until(() -> field(path).isDisplayed());
        field(path).sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
    }

    private void toggle(String label) {
        browser.findElement(By.xpath("//label[contains(., '%s')]/input".formatted(label)))
                .sendKeys(Keys.SPACE);
    }

    private WebElement focus(String id) {
        await().until(() -> element(id).isEnabled() && publish().isEnabled());
        return element(id);
    }

    private WebElement publish() {
        return browser.findElement(By.xpath("//button[text()='Publish']"));
    }

    private WebElement field(String path) {
        return element(id(path));
    }

    private static String id(String path) {
        return "field" + path.replaceAll("[^A-Za-z0-9]+", "-");
    }

    private void awaitBody(String text) {
        await().ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(browser.findElement(By.tagName("body")).getText())
                                .contains(text));
    }
}
