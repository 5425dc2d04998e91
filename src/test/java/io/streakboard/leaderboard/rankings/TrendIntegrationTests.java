package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.WithFreshDatabases;
import io.streakboard.leaderboard.rankings.TrendIntegrationTests.Midnights;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Learners;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestConstructor;
import org.springframework.test.context.TestConstructor.AutowireMode;
import tools.jackson.databind.JsonNode;

/** Trends over midnights of Shanghai. The application is one of its own, as its clock is moved. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "streakboard.rate-limits.enabled=false",
            "streakboard.zone=Asia/Shanghai",
            "streakboard.board.check-interval=500ms",
            "streakboard.season.quiet-period=1d",
            "streakboard.settlement.interval=1d",
            "streakboard.settlement.copy-interval=1d",
            "streakboard.boards[0].name=stars",
            "streakboard.boards[0].trend=day",
            "streakboard.boards[0].members=any",
            "streakboard.boards[1].name=weekly",
            "streakboard.boards[1].period=week",
            "streakboard.boards[1].operator=latest",
            "streakboard.boards[1].order=ascending",
            "streakboard.boards[1].ranks=standard",
            "streakboard.boards[1].members=any",
            "streakboard.boards[1].trend=day",
            "streakboard.boards[2].name=hot",
            "streakboard.boards[2].period=half-hour",
            "streakboard.boards[2].partitioned=true",
            "streakboard.boards[2].members=any",
            "streakboard.boards[2].trend=previous",
            "streakboard.boards[3].name=daily",
            "streakboard.boards[3].period=day",
            "streakboard.boards[3].members=any",
            "streakboard.boards[3].trend=day",
            "streakboard.boards[4].name=moderated",
            "streakboard.boards[4].period=month",
            "streakboard.boards[4].members=any",
            "streakboard.boards[4].trend=day",
            "streakboard.boards[5].name=active",
            "streakboard.boards[5].period=sliding",
            "streakboard.boards[5].days=2",
            "streakboard.boards[5].members=any",
            "streakboard.boards[5].trend=day",
            "streakboard.boards[6].name=ranges",
            "streakboard.boards[6].period=day",
            "streakboard.boards[6].buckets=10,20",
            "streakboard.boards[6].members=any",
            "streakboard.boards[6].trend=day",
            "streakboard.boards[7].name=anew",
            "streakboard.boards[7].period=sliding",
            "streakboard.boards[7].days=7",
            "streakboard.boards[7].members=any",
            "streakboard.boards[7].trend=previous",
            "streakboard.boards[8].name=left",
            "streakboard.boards[8].members=any",
            "streakboard.boards[8].trend=day",
            "streakboard.boards[9].name=deleted",
            "streakboard.boards[9].trend=day"
        })
@ActiveProfiles("development")
@WithFreshDatabases
@Import({Api.class, Midnights.class})
@TestConstructor(autowireMode = AutowireMode.ALL)
@DirtiesContext
class TrendIntegrationTests {

    /** Runs on, and is moved to what comes next; a Wednesday at first. */
    @Primary
    static class Midnights extends Clock {

        private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

        private volatile Duration offset = Duration.between(Instant.now(), Instant.parse("2026-11-04T12:00:00+08:00"));

        /** Just before the next midnight. */
        void evening() {
            to(instant()
                    .atZone(ZONE)
                    .toLocalDate()
                    .plusDays(1)
                    .atStartOfDay(ZONE)
                    .minusSeconds(45)
                    .toInstant());
        }

        /** Just after the next midnight. */
        void morning() {
            to(instant()
                    .atZone(ZONE)
                    .toLocalDate()
                    .plusDays(1)
                    .atStartOfDay(ZONE)
                    .toInstant());
        }

        void to(Instant instant) {
            offset = Duration.between(Instant.now(), instant);
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(offset);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("nobody asks for it");
        }
    }

    private final Api api;
    private final Midnights clock;
    private final StringRedisTemplate redis;

    TrendIntegrationTests(Api api, Midnights clock, StringRedisTemplate redis) {
        this.api = api;
        this.clock = clock;
        this.redis = redis;
    }

    @Test
    void aBoardIsComparedWithYesterdayInAllReads() {
        score("stars", "ada", 30);
        score("stars", "bob", 20);
        score("stars", "eve", 10);
        assertThat(trends("/stars/top")).containsExactly("1 ada NEW", "2 bob NEW", "3 eve NEW");

        clock.morning();
        assertThat(trends("/stars/top")).containsExactly("1 ada SAME 0", "2 bob SAME 0", "3 eve SAME 0");
        score("stars", "eve", 15);
        score("stars", "joe", 5);
        var now = List.of("1 ada SAME 0", "2 eve UP 1", "3 bob DOWN -1", "4 joe NEW");

        assertThat(trends("/stars/top")).isEqualTo(now);
        assertThat(trends("/stars/around/eve?radius=1")).isEqualTo(now.subList(0, 3));
        assertThat(trends("/stars/around-score?score=20&radius=1")).isEqualTo(now.subList(2, 4));
        assertThat(trends("/stars/members?ids=joe,eve,nobody")).containsExactly(now.get(1), now.get(3));
        assertThat(trends("/stars/top?page=2&size=2")).isEqualTo(now.subList(2, 4));
        var next = get("/stars/top?size=2").at("/next").asString();
        assertThat(trends("/stars/top?size=2&cursor=" + next)).isEqualTo(now.subList(2, 4));

        act("stars", Map.of("action", "rebuild"));
        assertThat(trends("/stars/top")).isEqualTo(now);
        redis.delete(Objects.requireNonNull(redis.keys("streakboard:board:{board:*")));
        redis.delete("streakboard:boards:complete");
        await().untilAsserted(() -> assertThat(trends("/stars/top")).isEqualTo(now));

        clock.morning();
        assertThat(trends("/stars/top"))
                .containsExactly("1 ada SAME 0", "2 eve SAME 0", "3 bob SAME 0", "4 joe SAME 0");
    }

    @Test
    void aPeriodThatHasEndedStaysComparedWithTheDayBeforeItsLast() {
        clock.to(Instant.parse("2026-11-14T12:00:00+08:00")); // a Saturday
        score("weekly", "ada", 50);
        score("weekly", "bob", 60);
        score("weekly", "eve", 60);
        clock.morning();
        score("weekly", "bob", 40);
        var sunday = List.of("1 bob UP 1", "2 ada DOWN -1", "3 eve DOWN -1");
        assertThat(trends("/weekly/top")).isEqualTo(sunday);

        clock.morning();
        assertThat(trends("/weekly/top")).isEmpty();
        assertThat(trends("/weekly/top?period=previous")).isEqualTo(sunday);

        post("weekly", "eve", Map.of("score", 45, "occurredAt", "2026-11-15T20:00:00+08:00"));
        assertThat(trends("/weekly/top?period=previous"))
                .as("what comes late counts on the last day")
                .containsExactly("1 bob UP 1", "2 eve SAME 0", "3 ada DOWN -2");
    }

    @Test
    void anEditionIsComparedWithThePreviousPeriod() {
        clock.to(Instant.parse("2026-11-20T10:20:00+08:00"));
        hot("ada", 5);
        hot("bob", 9);
        clock.to(Instant.parse("2026-11-20T10:40:00+08:00"));
        assertThat(trends("/hot/top")).isEmpty();
        hot("ada", 5);
        hot("bob", 2);
        hot("eve", 1);

        var now = List.of("1 ada UP 1", "2 bob DOWN -1", "3 eve NEW");
        assertThat(trends("/hot/top?partition=jazz")).isEqualTo(now);
        assertThat(trends("/hot/top")).isEqualTo(now);
        assertThat(trends("/hot/members?ids=eve")).containsExactly("3 eve NEW");
        assertThat(trends("/hot/top?period=previous")).containsExactly("1 bob NEW", "2 ada NEW");

        score("daily", "ada", 1);
        clock.morning();
        score("daily", "ada", 1);
        score("daily", "bob", 2);
        assertThat(trends("/daily/top")).containsExactly("1 bob NEW", "2 ada DOWN -1");
    }

    @Test
    void aWindowIsComparedWithYesterdaysAsFarAsThatIsKept() {
        clock.to(Instant.parse("2026-11-24T11:00:00+08:00"));
        score("active", "ada", 30);
        score("active", "bob", 20);
        assertThat(trends("/active/top")).containsExactly("1 ada NEW", "2 bob NEW");

        clock.morning();
        assertThat(trends("/active/top")).containsExactly("1 ada SAME 0", "2 bob SAME 0");
        score("active", "bob", 15);
        score("active", "eve", 5);
        var wednesday = List.of("1 bob UP 1", "2 ada DOWN -1", "3 eve NEW");
        assertThat(trends("/active/top")).isEqualTo(wednesday);
        assertThat(trends("/active/around/bob?radius=1")).isEqualTo(wednesday.subList(0, 2));
        var next = get("/active/top?size=2").at("/next").asString();
        assertThat(trends("/active/top?size=2&cursor=" + next)).isEqualTo(wednesday.subList(2, 3));

        clock.morning();
        await("until the window is built, as nobody was there from noon on")
                .untilAsserted(() -> assertThat(trends("/active/top")).containsExactly("1 bob SAME 0", "2 eve UP 1"));
        assertThat(trends("/active/top?period=previous")).isEqualTo(wednesday);

        clock.morning();
        assertThat(trends("/active/top?period=2026-11-25"))
                .as("Tuesday's window is not kept any more")
                .containsExactly("1 bob", "2 ada", "3 eve");
    }

    @Test
    void aResetWindowIsComparedWithYesterdaysRanks() {
        clock.to(Instant.parse("2026-11-28T11:00:00+08:00"));
        score("anew", "kim", 30);
        score("anew", "leo", 20);
        clock.morning();
        act("anew", Map.of("action", "reset"));
        score("anew", "leo", 1);

        assertThat(trends("/anew/top")).containsExactly("1 leo UP 1");
    }

    @Test
    void membersInBucketsAreComparedWithThePeriodBefore() {
        clock.to(Instant.parse("2026-11-24T11:00:00+08:00"));
        score("ranges", "ada", 30);
        score("ranges", "bob", 15);
        score("ranges", "eve", 5);
        clock.morning();
        score("ranges", "eve", 25);
        score("ranges", "ada", 12);
        score("ranges", "joe", 1);

        var now = List.of("1 eve UP 2", "2 ada DOWN -1", "3 joe NEW");
        assertThat(trends("/ranges/top")).isEqualTo(now);
        assertThat(trends("/ranges/members?ids=ada,joe")).isEqualTo(now.subList(1, 3));
    }

    @Test
    void aHiddenMemberHadItsRankYesterdayAndARenamedMemberKeepsIt() {
        for (var member : List.of("ada", "bob", "eve", "joe")) {
            score("moderated", member, 10 * (10 - member.charAt(0) % 10));
        }
        var yesterday = get("/moderated/top").each("items", "member");
        clock.morning();
        act("moderated", Map.of("action", "hide", "member", yesterday.get(0)));
        act("moderated", Map.of("action", "rename", "member", yesterday.get(2), "to", "zoe"));
        act("moderated", Map.of("action", "remove", "member", yesterday.get(3)));

        assertThat(trends("/moderated/top")).containsExactly("1 " + yesterday.get(1) + " UP 1", "2 zoe UP 1");
        act("moderated", Map.of("action", "show", "member", yesterday.get(0)));
        assertThat(trends("/moderated/top"))
                .containsExactly(
                        "1 " + yesterday.get(0) + " SAME 0", "2 " + yesterday.get(1) + " SAME 0", "3 zoe SAME 0");
        act("moderated", Map.of("action", "rebuild"));
        assertThat(get("/moderated/top").each("items", "trend")).containsOnly("SAME");
    }

    @Test
    void aMemberRemovedAndThenRenamedHadOneRankYesterday() {
        score("left", "ada", 30);
        score("left", "bob", 20);
        score("left", "eve", 10);
        clock.morning();
        act("left", Map.of("action", "remove", "member", "bob"));
        act("left", Map.of("action", "rename", "member", "bob", "to", "zoe"));

        assertThat(trends("/left/top")).containsExactly("1 ada SAME 0", "2 eve UP 1");
        score("left", "bob", 5);
        assertThat(trends("/left/top")).containsExactly("1 ada SAME 0", "2 eve UP 1", "3 bob NEW");
    }

    @Test
    void aMemberRemovedAndThenDeletedIsLeftOutOfYesterday() {
        var learners = learners(3);
        for (int i = 0; i < 3; i++) {
            score("deleted", learners.get(i) + "", 30 - 10 * i);
        }
        clock.morning();
        act("deleted", Map.of("action", "remove", "member", learners.get(1) + ""));
        assertThat(trends("/deleted/top"))
                .containsExactly("1 " + learners.get(0) + " SAME 0", "2 " + learners.get(2) + " UP 1");

        api.admin().delete("/api/learners/" + learners.get(1) + "?force=true").has(202);

        await().untilAsserted(() -> assertThat(trends("/deleted/top"))
                .containsExactly("1 " + learners.get(0) + " SAME 0", "2 " + learners.get(2) + " SAME 0"));
    }

    @Test
    void thePointsBoardIsComparedWithYesterdayAndAStreamUpdatesAtMidnight() throws Exception {
        clock.evening();
        var learners = learners(3);
        reviews(learners.get(0), 3, clock.instant());
        reviews(learners.get(1), 2, clock.instant());
        awaitPoints(learners, "current", 30, 20);
        var ids = ids(learners);
        assertThat(get("/points/members?ids=" + ids).each("items", "trend")).containsExactly("NEW", "NEW");

        try (var stream = new EventClient(
                api.url() + "/api/boards/points/updates",
                api.learner(learners.get(0)).token())) {
            await().until(() -> !stream.events("top").isEmpty());
            clock.morning();
            await().untilAsserted(() -> assertThat(
                            trends(stream.events("top").getLast().data()))
                    .containsExactly("1 " + learners.get(0) + " SAME 0", "2 " + learners.get(1) + " SAME 0"));
        }

        reviews(learners.get(2), 4, clock.instant());
        reviews(learners.get(1), 3, clock.instant());
        awaitPoints(learners, "current", 50, 40, 30);
        var now = List.of(
                "1 " + learners.get(1) + " UP 1", "2 " + learners.get(2) + " NEW", "3 " + learners.get(0) + " DOWN -2");
        assertThat(trends("/points/top")).isEqualTo(now);
        assertThat(trends("/points/around/" + learners.get(2) + "?radius=1")).isEqualTo(now);
        var page =
                api.learner(learners.get(0)).get("/api/boards/points/around/me").has(200);
        assertThat(page.each("items", "trend")).containsExactly("UP", "NEW", "DOWN");
        assertThat(page.each("items", "delta")).containsExactly("1", "", "-2");
        api.admin().actuate("/boards/points", Map.of("action", "rebuild")).has(200);
        assertThat(trends("/points/top")).isEqualTo(now);
    }

    @Test
    void aSettledSeasonIsComparedWithTheOneBefore() {
        var learners = learners(4);
        reviews(learners.get(0), 3, Instant.parse("2011-03-10T04:00:00Z"));
        reviews(learners.get(1), 2, Instant.parse("2011-03-10T04:00:00Z"));
        reviews(learners.get(2), 1, Instant.parse("2011-03-10T04:00:00Z"));
        reviews(learners.get(1), 4, Instant.parse("2011-04-10T04:00:00Z"));
        reviews(learners.get(0), 3, Instant.parse("2011-04-10T04:00:00Z"));
        reviews(learners.get(3), 2, Instant.parse("2011-04-10T04:00:00Z"));
        reviews(learners.get(2), 1, Instant.parse("2011-04-10T04:00:00Z"));
        awaitPoints(learners, "2011-03", 30, 20, 10);
        awaitPoints(learners, "2011-04", 40, 30, 20, 10);

        api.settle("2011-04");
        await().until(
                        () -> get("/points/top?season=2011-04")
                                .at("/edition/season/state")
                                .asString(),
                        "SETTLED"::equals);
        assertThat(get("/points/top?season=2011-04").each("items", "trend"))
                .as("nothing to compare with before the season before is settled")
                .containsOnly("");
        api.settle("2011-03");

        await().until(
                        () -> get("/points/top?season=2011-03")
                                .at("/edition/season/state")
                                .asString(),
                        "SETTLED"::equals);
        assertThat(get("/points/top?season=2011-03").each("items", "trend")).containsOnly("NEW");
        var april = get("/points/top?season=2011-04");
        assertThat(april.each("items", "trend")).containsExactly("UP", "DOWN", "NEW", "DOWN");
        assertThat(april.each("items", "delta")).containsExactly("1", "-1", "", "-1");
        assertThat(trends("/points/members?season=2011-04&ids=" + learners.get(1)))
                .containsExactly("1 " + learners.get(1) + " UP 1");
    }

    private void score(String board, String member, long value) {
        post(board, member, Map.of(board.equals("weekly") ? "score" : "delta", value));
    }

    private void hot(String member, long value) {
        post("hot", member, Map.of("delta", value, "partition", "jazz"));
    }

    private void post(String board, String member, Map<String, Object> rest) {
        var score = new HashMap<>(rest);
        score.put("member", member);
        score.put("messageId", "m" + Learners.next());
        var answer = api.score(board, List.of(score));
        assertThat(answer.each("results", "outcome")).as("%s", answer.body()).containsExactly("APPLIED");
    }

    private void act(String board, Map<String, Object> action) {
        api.admin().actuate("/boards/" + board, action).has(200);
    }

    private void reviews(long learner, int number, Instant at) {
        api.take(IntStream.range(0, number)
                .mapToObj(i -> Api.activity(learner, "REVIEW", "r" + Learners.next(), at))
                .toList());
    }

    private void awaitPoints(List<Long> learners, String season, Integer... points) {
        await().untilAsserted(() -> assertThat(get("/points/members?season=" + season + "&ids=" + ids(learners))
                        .each("items", "score"))
                .containsExactly(Stream.of(points).map(String::valueOf).toArray(String[]::new)));
    }

    private static String ids(List<Long> learners) {
        return String.join(",", learners.stream().map(String::valueOf).toList());
    }

    private static List<Long> learners(int count) {
        return IntStream.range(0, count).mapToObj(i -> Learners.next()).toList();
    }

    private Answer get(String path) {
        return api.learner(Learners.next()).get("/api/boards" + path).has(200);
    }

    private List<String> trends(String path) {
        return trends(get(path).body());
    }

    /** Rank, member, trend and delta. */
    private static List<String> trends(JsonNode page) {
        return page.path("items").values().stream()
                .map(item -> (item.path("rank").asString() + " "
                                + item.path("member").asString() + " "
                                + item.path("trend").asString() + " "
                                + item.path("delta").asString())
                        .strip())
                .toList();
    }
}
