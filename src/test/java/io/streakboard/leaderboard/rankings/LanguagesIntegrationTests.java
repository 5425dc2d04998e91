package io.streakboard.leaderboard.rankings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Learners;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the rules say in several languages is answered in the language of each request. */
@DatabaseRulebook
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LanguagesIntegrationTests {

    private static final String CHINESE = "zh-CN,zh;q=0.9,en;q=0.8";

    private final Api api;
    private final PublishedRules rules;
    private final Seasons seasons;
    private final JdbcClient jdbc;
    private final long learner = Learners.next();

    LanguagesIntegrationTests(Api api, PublishedRules rules, Seasons seasons, JdbcClient jdbc) {
        this.api = api;
        this.rules = rules;
        this.seasons = seasons;
        this.jdbc = jdbc;
    }

    @BeforeAll
    void publish() {
        rules.publish("""
                {"types":   {"LESSON": {"label": {"en": "Lesson", "zh": "课程"}}},
                 "bonuses": {"double": {"title": {"en": "Double week", "zh": "双倍周"}, "percent": 200,
                             "from": "2026-11-01T00:00:00Z", "to": "2026-12-01T00:00:00Z"}},
                 "boards":  {"cup": {"title": {"en": "Daily cup", "zh": "每日杯", "zh-TW": "每日盃"},
                             "prizes": [{"toRank": 1, "points": 7, "title": {"en": "Cup winner", "zh": "冠军"}},
                                        {"toRank": 2, "points": 3}]}},
                 "badges":  {"polyglot": {"title": {"zh": "通晓多语", "fr": "Polyglotte"},
                             "description": {"en": "Knows much", "zh": "懂得很多"}, "condition": "points >= 1000000"}}}
                """);
    }

    private Answer get(String path, String accepted) {
        return api.learner(learner).get(path, "Accept-Language", accepted).has(200);
    }

    private String title(String path, String list, String key, String name, String property, String accepted) {
        return get(path, accepted).body().path(list).values().stream()
                .filter(each -> each.path(key).asString().equals(name))
                .findFirst()
                .orElseThrow()
                .path(property)
                .asString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/api/rules;        types;   type;  LESSON;   label;       Lesson;     课程",
                "/api/rules;        types;   type;  SIGN_IN;  label;       Sign in;    Sign in",
                "/api/rules;        bonuses; name;  double;   title;       Double week;双倍周",
                "/api/points/today; types;   type;  LESSON;   label;       Lesson;     课程",
                "/api/boards;       items;   board; cup;      title;       Daily cup;  每日杯",
                "/api/badges;       items;   name;  polyglot; title;       通晓多语;     通晓多语",
                "/api/badges;       items;   name;  polyglot; description; Knows much; 懂得很多",
            })
    void anAnswerHasOneTextInTheLanguageOfTheRequest(
            String path, String list, String key, String name, String property, String english, String chinese) {
        assertThat(title(path, list, key, name, property, "en-GB")).isEqualTo(english);
        assertThat(title(path, list, key, name, property, CHINESE)).isEqualTo(chinese);
        assertThat(title(path, list, key, name, property, "es")).isEqualTo(english);
    }

    @Test
    void aBoardHasItsTitleAndItsPrizesInTheLanguageOfTheRequest() {
        assertThat(get("/api/boards/cup/top", "en").at("/title").asString()).isEqualTo("Daily cup");
        assertThat(get("/api/boards/cup/top", "zh-TW").at("/title").asString()).isEqualTo("每日盃");
        assertThat(get("/api/boards/cup/around-score?score=1", CHINESE)
                        .at("/title")
                        .asString())
                .isEqualTo("每日杯");
        var cup = get("/api/boards", CHINESE).list("items").stream()
                .filter(board -> board.path("board").asString().equals("cup"))
                .findFirst()
                .orElseThrow();
        assertThat(cup.at("/prizes/0/title").asString()).isEqualTo("冠军");
        assertThat(cup.at("/prizes/1/title").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/rules", "/api/boards"})
    void anETagIsOfOneLanguage(String path) {
        var english = get(path, "en");
        var chinese = get(path, CHINESE);
        var tag = String.valueOf(english.headers().getETag());

        assertThat(english.headers().getVary()).contains("Accept-Language");
        assertThat(chinese.headers().getETag()).isNotEqualTo(tag);
        api.learner(learner)
                .get(path, "Accept-Language", "en", "If-None-Match", tag)
                .has(304);
        api.learner(learner)
                .get(path, "Accept-Language", CHINESE, "If-None-Match", tag)
                .has(200);
    }

    @Test
    void viewersOfOneStreamSeeTheirLanguages() throws Exception {
        try (var english = stream("en");
                var chinese = stream(CHINESE)) {
            await().until(() ->
                    !english.events("top").isEmpty() && !chinese.events("top").isEmpty());
            assertThat(english.events("top").getFirst().data().path("title").asString())
                    .isEqualTo("Daily cup");
            assertThat(chinese.events("top").getFirst().data().path("title").asString())
                    .isEqualTo("每日杯");
        }
    }

    private EventClient stream(String accepted) throws Exception {
        return new EventClient(
                api.url() + "/api/boards/cup/updates", api.learner(learner).token(), "Accept-Language", accepted);
    }

    /** The edition is older than the languages of the title. */
    @Test
    void aPrizeIsKeptByItsDefaultTitleAndShownInTheLanguageOfTheRequest() {
        var day = LocalDate.of(2026, 7, 13).plusDays(learner % 50).toString(); // another one in each attempt
        var score = Api.scoreOf(learner, "a", 5, day, day + "T02:00:00Z");
        api.score("cup", List.of(score));
        api.close("cup", day);
        await().until(() -> get("/api/prizes", "en").at("/total").asInt() == 1);

        assertThat(get("/api/prizes", "en").at("/items/0/title").asString()).isEqualTo("Cup winner");
        assertThat(get("/api/prizes", CHINESE).at("/items/0/title").asString()).isEqualTo("冠军");
        assertThat(get("/api/learners/me/export", CHINESE)
                        .at("/data/prizes/0/title")
                        .asString())
                .isEqualTo("Cup winner");

        // As it is kept if the title had one language.
        jdbc.sql("UPDATE board_prize SET title = '冠军' WHERE user_id = ?")
                .param(learner)
                .update();
        assertThat(get("/api/prizes", "en").at("/items/0/title").asString()).isEqualTo("Cup winner");
        assertThat(get("/api/prizes", CHINESE).at("/items/0/title").asString()).isEqualTo("冠军");
    }

    /** As the ledger keeps the title of a bonus that had one language when it was paid. */
    @ParameterizedTest
    @CsvSource({"Double week, Double week, 双倍周", "双倍周, Double week, 双倍周", "Other week, Other week, Other week"})
    void aRowOfTheLedgerHasTheTitleOfItsBonusInTheLanguageOfTheRequest(String kept, String english, String chinese) {
        var rowOf = Learners.next();
        var occurredAt = Instant.parse("2020-03-10T12:00:00Z");
        api.service()
                .post(
                        "/api/activities",
                        Map.of(
                                "activities",
                                List.of(Map.of(
                                        "learner",
                                        rowOf,
                                        "type",
                                        "LESSON",
                                        "sourceId",
                                        "lesson-1",
                                        "occurredAt",
                                        occurredAt))))
                .has(200);
        jdbc.sql("UPDATE points_record_%d SET reasons = ? WHERE user_id = ?"
                        .formatted(seasons.at(occurredAt).id()))
                .params("[[\"bonus\",\"double\",\"%s\",\"200\"]]".formatted(kept), rowOf)
                .update();

        assertThat(bonus(rowOf, "en")).isEqualTo(english);
        assertThat(bonus(rowOf, CHINESE)).isEqualTo(chinese);
    }

    private String bonus(long rowOf, String accepted) {
        return api.learner(rowOf)
                .get("/api/points/records", "Accept-Language", accepted)
                .has(200)
                .at("/items/0/bonus")
                .asString();
    }

    @Test
    void adminsSeeAndChangeAllLanguages() {
        assertThat(api.admin()
                        .get("/api/rulebook")
                        .at("/document/boards/cup/title")
                        .toString())
                .isEqualTo("{\"en\":\"Daily cup\",\"zh\":\"每日杯\",\"zh-TW\":\"每日盃\"}");
        assertThat(rules.check("{\"boards\": {\"cup\": {\"title\": {\"zh-TW\": null, \"fr\": \"Coupe\"}}}}"))
                .singleElement()
                .asString()
                .startsWith("/boards/cup");
        assertThat(rules.check("{\"boards\": {\"cup\": {\"title\": \"Cup\"}}}"))
                .singleElement()
                .asString()
                .startsWith("/boards/cup");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/types/LESSON/label;           {\"english\": \"Lesson\"};              /types/LESSON/label invalid",
                "/types/LESSON/label;           {\"fr\": \"\"};                         /types/LESSON/label invalid",
                "/types/LESSON/label;           [\"Lesson\"];                           /types/LESSON/label invalid",
                "/types/LESSON/label;           {\"fr\": 5};                            /types/LESSON/label/fr"
                        + " malformed",
                "/types/LESSON/label;           {\"pt-BR\": 5};                         /types/LESSON/label/pt-BR"
                        + " malformed",
                "/types/LESSON/label;           {\"fr\": {\"x\": \"Cours\"}};           /types/LESSON/label invalid",
                "/types/LESSON/label;           {\"FR\": \"Cours\"};                    /types/LESSON/label/FR unknown",
                "/types/LESSON/label;           5;                                      /types/LESSON/label malformed",
                "/types/LESSON/label;           {\"fr\": \"LONG\"};                     /types/LESSON/label/fr size",
                "/bonuses/double/title;         {\"fr\": \"LONG\"};                     /bonuses/double/title/fr size",
                "/badges/polyglot/title;        {\"fr\": \"LONG\"};                     /badges/polyglot/title/fr size",
                "/badges/polyglot/description;  {\"fr\": true};                        "
                        + " /badges/polyglot/description/fr malformed",
                "/boards/cup/title;             {\"fr\": \"LONG\"};                     /boards/cup/title invalid",
                "/boards/cup/title;             {\"french\": \"Coupe\"};                /boards/cup/title invalid",
                "/boards/cup/prizes;            [{\"toRank\": 1, \"title\": {\"fr\": \"LONG\"}}];"
                        + " /boards/cup/prizes/0/title/fr size",
            })
    void aViolationNamesItsPath(String path, String value, String violation) {
        var names = path.substring(1).split("/");
        var patch = value.replace("LONG", "x".repeat(101));
        for (int i = names.length - 1; i >= 0; i--) {
            patch = "{\"%s\": %s}".formatted(names[i], patch);
        }

        assertThat(rules.check(patch)).contains(violation);
        api.admin()
                .patch(
                        "/api/rulebook",
                        "application/merge-patch+json",
                        patch.getBytes(UTF_8),
                        "If-Match",
                        String.valueOf(
                                api.admin().get("/api/rulebook").headers().getETag()))
                .isProblem(400, "rules-refused");
    }
}
