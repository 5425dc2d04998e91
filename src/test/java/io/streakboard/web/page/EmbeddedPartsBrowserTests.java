package io.streakboard.web.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Parts in a page of another origin, which the application is configured for. The page's policy allows no inline script
 * or style. The application is this class' own, and so are all boards.
 */
@IntegrationTest
@DirtiesContext
class EmbeddedPartsBrowserTests extends LearnersPageInBrowser {

    private static final HostPage HOST = new HostPage();

    private final long learner = Learners.next();

    EmbeddedPartsBrowserTests(Api api) {
        super(api);
    }

    @DynamicPropertySource
    static void theHostMayCall(DynamicPropertyRegistry properties) {
        properties.add("streakboard.cors.origins", () -> HOST.at("127.0.0.1"));
    }

    @AfterAll
    void stop() {
        HOST.close();
    }

    @Test
    void aPageOfTenLinesShowsPartsAndHearsOfASignIn() {
        show("127.0.0.1", """
                <streak-today></streak-today>
                <streak-summary lang="zh"></streak-summary>
                <streak-board board="gifts"></streak-board>
                """);
        awaitText("streak-today", "Check in");
        awaitText("streak-summary", "本赛季");
        awaitText("streak-board", "You are not on this board yet");

        click("streak-today", ".tap");

        await().until(() -> "signed for 2026-11-18".equals(browser.getTitle()));
        awaitText("streak-today", "1 day in a row");
        assertThat(run("return getComputedStyle(document.querySelector('streak-today').shadowRoot"
                        + ".querySelector('.card')).display"))
                .as("styled")
                .isEqualTo("grid");
        assertThat(String.valueOf(run("return [...new Set(performance.getEntriesByType('resource')"
                        + ".map(each => new URL(each.name).origin))].sort().join(' ')")))
                .isEqualTo(HOST.at("127.0.0.1") + " " + api.url());

        score("gifts", Map.of("member", Long.toString(learner), "delta", 7));
        awaitText("streak-board", "You No. 1 7");
    }

    @Test
    void aLearnersChoiceIsSaved() {
        show("127.0.0.1", Learners.next(), "<streak-privacy></streak-privacy>");
        awaitText("streak-privacy", "What others see of you");

        click("streak-privacy", "button.main");

        awaitText("streak-privacy", "Saved");
    }

    @Test
    void aPageOfAnOriginThatIsNotConfiguredReadsNothing() {
        show("localhost", "<streak-today></streak-today>");

        awaitText("streak-today", "No connection");
    }

    @Test
    void theLearnerChoosesGroupAndPeriodOfABoard() {
        score("popular", popular("so-what", "jazz", "2026-11-18T04:00:00Z"));
        score("popular", popular("black", "rock", "2026-11-18T04:00:00Z"));
        score("popular", popular("take-five", "jazz", "2026-11-18T03:45:00Z"));
        show("127.0.0.1", "<streak-board></streak-board>");
        awaitText("streak-board", "Points");

        choose("Board", "popular");
        awaitText("streak-board", "2 on the board");
        assertThat(members()).containsExactlyInAnyOrder("so-what", "black");
        assertThat(text("streak-board")).contains("resets in");

        choose("Group", "jazz");
        awaitText("streak-board", "1 on the board");
        assertThat(members()).containsExactly("so-what");

        choose("Period", "2026-11-18T11:30");
        awaitMembers("take-five");
        assertThat(chosen()).containsExactly("Popular now", "jazz", "Nov 18, 11:30");
        assertThat(text("streak-board")).doesNotContain("resets in");

        choose("Period", "current");
        choose("Group", "");
        awaitText("streak-board", "2 on the board");
    }

    @Test
    void attributesChooseAsWell() {
        score("popular", popular("blue-train", "bop", "2026-11-18T03:45:00Z"));
        show("127.0.0.1", "<streak-board board='popular' partition='bop' period='previous'></streak-board>");

        awaitMembers("blue-train");
        assertThat(chosen()).containsExactly("bop", "Nov 18, 11:30");

        run("document.querySelector('streak-board').setAttribute('period', 'current')");
        awaitText("streak-board", "Nobody is here yet");
    }

    @Test
    void aSettledSeasonIsThereToLookAt() {
        api.take(List.of(Api.activity(learner, "LESSON", "past", "2026-09-10T04:00:00Z")));
        await().until(() -> api.learner(learner)
                        .get("/api/boards/points/scores/me?season=2026-09")
                        .at("/score")
                        .asInt()
                > 0);
        api.settle("2026-09");
        show("127.0.0.1", "<streak-board board='points'></streak-board>");
        awaitText("streak-board", "You are not on this board yet");

        choose("Period", "2026-09");

        awaitText("streak-board", "You No. 1");
        assertThat(chosen()).containsExactly("September 2026");
    }

    @Test
    void aListGoesOnToItsEndAndEachMemberIsThereOnce() {
        var others = LongStream.generate(Learners::next).limit(44).boxed().toList();
        scores(
                "quiz",
                IntStream.range(0, others.size())
                        .mapToObj(i -> Map.<String, Object>of(
                                "member", others.get(i).toString(), "score", i < 42 ? 90 - i : 45 - i))
                        .toList());
        score("quiz", Map.of("member", Long.toString(learner), "score", 5));
        show("127.0.0.1", "<streak-board board='quiz'></streak-board>");
        awaitText("streak-board", "You No. 43");
        assertThat(members()).as("the first page, and around the learner").hasSize(25);

        click("streak-board", "button.plain");
        await().until(() -> members().size() == 45);
        assertThat(text("streak-board")).contains("More");
        click("streak-board", "button.plain");
        await().until(() -> !text("streak-board").contains("More"));
        assertThat(members()).hasSize(45).doesNotHaveDuplicates();

        score("quiz", Map.of("member", Long.toString(learner), "score", 95));
        awaitText("streak-board", "You No. 1 95");
        await().untilAsserted(() -> assertThat(members())
                .hasSize(45)
                .doesNotHaveDuplicates()
                .first()
                .asString()
                .endsWith(" (you)"));

        api.learner(learner).put("/api/me/privacy", Map.of("board", "hidden")).has(200);
        score("quiz", Map.of("member", Long.toString(Learners.next()), "score", 96));
        awaitText("streak-board", "You No. 2 95");
        await().untilAsserted(() ->
                assertThat(members()).hasSize(46).element(1).asString().isEqualTo("Somebody (you)"));
    }

    @Test
    void aHostChoosesHowMuchIsShownAndInWhichWords() {
        var best = LongStream.generate(Learners::next).limit(5).boxed().toList();
        scores(
                "gifts",
                best.stream()
                        .map(each -> Map.<String, Object>of("member", each.toString(), "delta", 1000 + each % 7))
                        .toList());
        show("127.0.0.1", Learners.next(), """
                <streak-board board="gifts" top="3" history="off" compact></streak-board>
                <streak-today lang="de" compact></streak-today>
                """);
        awaitText("streak-today", "Check in");
        await().until(() -> members().size() == 3);
        assertThat(text("streak-board")).doesNotContain("More");
        assertThat(chosen()).isEmpty();
        assertThat(run("return getComputedStyle(document.querySelector('streak-board')).marginTop"))
                .isEqualTo("16px");
        assertThat(
                        run(
                                "return"
                                        + " getComputedStyle(document.querySelector('streak-today').shadowRoot.querySelector('.ladder')).display"))
                .isEqualTo("none");

        run("streakboard.words = {de: {'today.sign-in': 'Ich bin da'}, en: {'board.unranked': 'Not you.'}};");

        awaitText("streak-today", "Ich bin da +10");
        awaitText("streak-board", "Not you.");
    }

    private static Map<String, Object> popular(String member, String partition, String at) {
        return Map.of("member", member, "partition", partition, "delta", 1, "occurredAt", at);
    }

    private void score(String board, Map<String, Object> score) {
        scores(board, List.of(score));
    }

    private void scores(String board, List<Map<String, Object>> scores) {
        var messages = scores.stream()
                .map(score -> {
                    var message = new HashMap<>(score);
                    message.put("messageId", "message-" + Learners.next());
                    return message;
                })
                .toList();
        api.score(board, messages);
    }

    private void show(String host, String parts) {
        show(host, learner, parts);
    }

    private void show(String host, long viewer, String parts) {
        HOST.shows(api.url(), api.as(viewer, "Ada").token(), parts);
        browser.get(HOST.at(host) + "/");
    }

    private void choose(String label, String value) {
        await().until(() -> Boolean.TRUE.equals(run("""
                const select = document.querySelector('streak-board').shadowRoot
                    ?.querySelector(`select[aria-label="${arguments[0]}"]`);
                if (![...select?.options ?? []].some(each => each.value === arguments[1])) {
                    return false;
                }
                select.value = arguments[1];
                return select.dispatchEvent(new Event('change'));
                """, label, value)));
    }

    /** What the choices say that are made. */
    private List<String> chosen() {
        return strings("select", "each.selectedOptions[0].text");
    }

    private List<String> members() {
        return strings("tbody th .named > :last-child", "each.textContent.replace(/\\s+/g, ' ').trim()");
    }

    private List<String> strings(String selector, String of) {
        var found = requireNonNull(run("""
                return [...document.querySelector('streak-board').shadowRoot?.querySelectorAll('%s') ?? []]
                    .map(each => %s);
                """.formatted(selector, of)));
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    private void awaitMembers(String... members) {
        await().untilAsserted(() -> assertThat(members()).containsExactly(members));
    }
}
