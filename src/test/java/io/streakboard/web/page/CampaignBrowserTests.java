package io.streakboard.web.page;

import static io.streakboard.support.Api.activity;

import io.streakboard.rulebook.PastVersions;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.OutputType;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What learners see of bonuses and of boards with a begin and an end. Today is Wednesday, November 18, in Shanghai. */
@IntegrationTest
class CampaignBrowserTests extends LearnersPageInBrowser {

    private final Rulebook rulebook;
    private final BusinessTime time;
    private final JdbcClient jdbc;

    CampaignBrowserTests(Api api, Rulebook rulebook, BusinessTime time, JdbcClient jdbc) {
        super(api);
        this.rulebook = rulebook;
        this.time = time;
        this.jdbc = jdbc;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en    | 2× until Sunday | Double quiz week · Question | 1.5× from Friday 18:00 | 10 of 40 | 2×, Double quiz week
            zh-CN | 2× 至星期日     | Double quiz week · 提问     | 1.5× 星期五18:00起     | 10 / 40 | 2×, Double quiz week
            """)
    void bonusesAreSeenWherePointsAre(
            String language, String until, String types, String from, String cap, String record) throws Exception {
        long learner = Learners.next();
        var now = time.now();
        try (var versions = new PastVersions(jdbc, rulebook)) {
            versions.from(now.minus(Duration.ofHours(2)), """
                    {"bonuses": {"quiz": {"title": "Double quiz week", "types": ["QUESTION"], "percent": 200,
                                          "from": "%s", "to": "2026-11-23T00:00:00+08:00"},
                                 "more": {"title": "A bit of everything", "percent": 150,
                                          "from": "2026-11-20T18:00:00+08:00", "to": "2026-11-22T18:00:00+08:00"},
                                 "later": {"percent": 150, "from": "2026-12-20T18:00:00Z", "to": "2026-12-22T18:00:00Z"}}}
                    """.formatted(now.minus(Duration.ofHours(1))));
            api.take(List.of(activity(learner, "QUESTION", "q", now.minusSeconds(60))));
            open(learner, "points", language);

            awaitText("streak-points", until + " " + types);
            awaitText("streak-points", from);
            awaitText("streak-points", cap);
            awaitText("streak-points", record);
            isForEverybody();
            picture("points-" + language);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en    | startsAt | 2026-11-20T00:00:00+08:00 | · from Friday
            zh-CN | startsAt | 2026-11-20T00:00:00+08:00 | · 星期五起
            en    | endsAt   | 2026-11-22T00:00:00+08:00 | · until Saturday
            zh-CN | endsAt   | 2026-11-22T00:00:00+08:00 | · 至星期六
            en    | endsAt   | 2026-11-25T00:00:00+08:00 | · until November 24
            en    | endsAt   | 2026-12-25T00:00:00+08:00 | · resets in
            """)
    void aBoardThatBeginsOrEndsWithinAWeekSaysSo(String language, String member, String instant, String said)
            throws Exception {
        try (var dated = before("""
                const real = window.fetch;
                window.fetch = async (path, options) => {
                    const response = await real(path, options);
                    if (!String(path).endsWith('/api/boards')) {
                        return response;
                    }
                    const boards = await response.json();
                    boards.items[0].%s = '%s';
                    return new Response(JSON.stringify(boards), { headers: { Date: response.headers.get('Date') } });
                };
                """.formatted(member, Instant.parse(instant)))) {
            open(Learners.next(), "board", language);

            awaitText("streak-board", said);
        }
    }

    /** Pictures to look at, in the build's folder. */
    private void picture(String name) throws IOException {
        for (int width : List.of(1280, 390)) {
            for (var scheme : List.of("light", "dark")) {
                size(width, scheme);
                Files.write(
                        Path.of("target", name + "-" + width + "-" + scheme + ".png"),
                        browser.getScreenshotAs(OutputType.BYTES));
            }
        }
    }
}
