package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Ranking.Range;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.finals.FinalRankings;
import io.streakboard.leaderboard.finals.FinalTable;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.Moderation;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.leaderboard.settled.SettledBoard;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Days;
import io.streakboard.support.HeldJobs;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The board {@code cup} has a day for each test. */
@IntegrationTest
class FinalizeJobIntegrationTests {

    private final List<BoardFinal> told = new CopyOnWriteArrayList<>();
    private final ApplicationListener<PayloadApplicationEvent<BoardFinal>> listener =
            ApplicationListener.forPayload(told::add);

    private final ConfigurableApplicationContext context;
    private final ExtensibleLockProvider locks;
    private final Api api;
    private final ScoreService service;
    private final Editions editions;
    private final LiveBoards live;
    private final Moderation moderation;
    private final FinalizeJob job;
    private final FinalRankings finalRankings;
    private final FinalTable table;
    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final Instant now;

    FinalizeJobIntegrationTests(
            ConfigurableApplicationContext context,
            ExtensibleLockProvider locks,
            Api api,
            ScoreService service,
            Editions editions,
            LiveBoards live,
            Moderation moderation,
            FinalizeJob job,
            FinalRankings finalRankings,
            FinalTable table,
            JdbcClient jdbc,
            JsonMapper json,
            BusinessTime time) {
        this.context = context;
        this.locks = locks;
        this.api = api;
        this.service = service;
        this.editions = editions;
        this.live = live;
        this.moderation = moderation;
        this.job = job;
        this.finalRankings = finalRankings;
        this.table = table;
        this.jdbc = jdbc;
        this.json = json;
        this.now = time.now();
        context.addApplicationListener(listener);
    }

    @AfterEach
    void listenNoMore() {
        context.removeApplicationListener(listener);
    }

    static List<Long> seeds() {
        return new Random().longs(12).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFinalRankingIsTheOneThatWasShown(long seed) {
        var random = new Random(seed);
        var rule = with(
                TestBoards.rule(
                        Operator.LATEST,
                        Rules.one(random, Order.values()),
                        Rules.one(random, Ties.values()),
                        false,
                        Rules.one(random, Members.values()),
                        List.of()),
                Rules.one(random, RankStyle.values()),
                Rules.one(random, 0, 7));
        var day = TestBoards.day(now);
        service.take(IntStream.range(0, 40)
                .mapToObj(i -> TestBoards.submission(
                        rule,
                        day,
                        Integer.toString(1 + random.nextInt(120)),
                        null,
                        random.nextInt(6),
                        "m-" + i,
                        now.minusMillis(random.nextInt(3_000)),
                        random.nextBoolean() ? null : "{\"n\":1}"))
                .toList());
        var edition = editions.find(rule, day, null).orElseThrow();
        var shown = live.ranking(edition.edition());

        try (var held = new HeldJobs(locks, "make-finals")) {
            seal(edition);
            finalRankings.make(edition, members -> {});
        }

        var last = new SettledBoard(
                table.rows(edition.id()), shown.page(0, 1, null).total(), rule.order(), rule.ties());
        assertThat(last.page(0, 100, null)).isEqualTo(shown.page(0, 100, null));
        for (long score = 0; score < 7; score++) {
            assertThat(last.aroundScore(score, 3, null)).isEqualTo(shown.aroundScore(score, 3, null));
            var range = List.of(new Range(score, 4));
            assertThat(last.counts(range)).isEqualTo(shown.counts(range));
        }
        for (long score : List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE)) {
            assertThat(last.aroundScore(score, 3, null)).isEqualTo(shown.aroundScore(score, 3, null));
        }
    }

    @Test
    void aClosedEditionIsReadFromMySqlForGoodAndPublishedOnce() {
        var learners = learners(3);
        var day = Days.next().toString();
        score(day, learners.get(0), 10, "a");
        score(day, learners.get(1), 30, "a");
        score(day, learners.get(2), 20, "b");
        var queries = List.of(
                "/top?period=" + day,
                "/top?partition=a&period=" + day,
                "/around/" + learners.get(0) + "?radius=1&period=" + day,
                "/members?ids=" + String.join(",", learners) + "&period=" + day,
                "/scores/" + learners.get(2) + "?period=" + day,
                "/percentiles?percent=10,50&period=" + day,
                "/count?min=15&period=" + day,
                "/distribution?steps=2&period=" + day,
                "/editions");
        var before = queries.stream().map(this::read).toList();

        close(day);
        forgetScores(day);

        assertThat(queries.stream().map(this::read).toList()).isEqualTo(before);
        assertThat(told(day)).hasSize(3);
        var all = told(day).stream()
                .filter(event -> event.partition() == null)
                .findFirst()
                .orElseThrow();
        assertThat(all.members()).isEqualTo(3);
        assertThat(all.endedAt())
                .isEqualTo(LocalDate.parse(day).plusDays(1).atStartOfDay().toInstant(ZoneOffset.ofHours(8)));
        assertThat(all.best())
                .extracting(Boards.BoardEntry::member)
                .containsExactly(learners.get(1), learners.get(2), learners.get(0));
        job.make(now);
        assertThat(told(day)).hasSize(3);
    }

    @Test
    void scoresAfterTheClosingAreLateAlsoForANewPartition() {
        var learner = learners(1).getFirst();
        var day = Days.next().toString();
        score(day, learner, 10, "a");

        act(day, "close").has(200);

        for (var partition : List.of("a", "b")) {
            var late = post(day, learner, 5, partition, "late-" + partition);
            assertThat(late.at("/results/0/outcome").asString()).isEqualTo("LATE");
            assertThat(late.at("/results/0/code").asString()).isEqualTo("not-kept");
        }
        assertThat(post(day, learner, 10, "a", "first").at("/results/0/outcome").asString())
                .isEqualTo("DUPLICATE");
        assertThat(jdbc.sql("SELECT COUNT(*) FROM board_edition WHERE board = 'cup' AND period_key = ?")
                        .param(day)
                        .query(Long.class)
                        .single())
                .isEqualTo(2);
        act(day, "close").has(200);
        act(day, "reset").isInvalid("period");
    }

    @Test
    void aPartitionThatWasClosedStaysFinalWhenTheOthersBeginAnew() {
        var learner = learners(1).getFirst();
        var day = Days.next().toString();
        score(day, learner, 10, "a");
        assertThat(post(day, learner, 5, "b", "b").at("/results/0/outcome").asString())
                .isEqualTo("APPLIED");
        api.admin()
                .actuate("/boards/cup", Map.of("action", "close", "period", day, "partition", "a"))
                .has(200);

        act(day, "reset").has(200);

        assertThat(post(day, learner, 1, "a", "late-a").at("/results/0/outcome").asString())
                .isEqualTo("LATE");
        assertThat(post(day, learner, 2, "b", "anew").at("/results/0/score").asLong())
                .isEqualTo(2);
    }

    @Test
    void aScoreThatRacesTheClosingIsEitherRankedOrLate() {
        var day = Days.next().toString();
        score(day, learners(1).getFirst(), 1, "a");
        var learners = learners(40);

        var closing = Thread.startVirtualThread(() -> act(day, "close").has(200));
        var applied = learners.parallelStream()
                .filter(learner -> post(day, learner, 1, "a", "race")
                        .at("/results/0/outcome")
                        .asString()
                        .equals("APPLIED"))
                .toList();

        await().until(() -> !closing.isAlive());
        await().until(() -> told(day).size() == 2);
        assertThat(told(day)).extracting(BoardFinal::members).containsOnly(applied.size() + 1L);
    }

    @Test
    void aTryThatWasKilledIsBegunAnewAndAnOlderOneWritesNothing() {
        var rule = TestBoards.sum();
        var edition = edition(rule, "ada", "bob");
        seal(edition);
        jdbc.sql("""
                        INSERT INTO board_final_rank (edition_id, place, position, member, score, reached_at)
                        VALUES (?, 1, 1, 'left', 99, ?)
                        """).params(edition.id(), Utc.column(now)).update();

        finalRankings.make(edition, members -> assertThat(members).isEqualTo(2));

        assertThat(table.rows(edition.id()).between(1, 9))
                .extracting(row -> row.entry().member())
                .containsExactlyInAnyOrder("ada", "bob");
        assertThatThrownBy(() -> finalRankings.make(edition, members -> {})).hasMessageContaining("Another instance");
        assertThat(table.rows(edition.id()).between(1, 9)).hasSize(2);
    }

    @Test
    void aSumAboveAnyLongIsProven() {
        var edition = edition(TestBoards.sum(), "ada", "bob");
        jdbc.sql("UPDATE board_score SET score = ? WHERE edition_id = ?")
                .params(Long.MAX_VALUE, edition.id())
                .update();
        seal(edition);

        finalRankings.make(edition, members -> assertThat(members).isEqualTo(2));

        assertThat(table.rows(edition.id()).between(1, 9)).hasSize(2);
    }

    @Test
    void aConcurrentChangeByAnAdminRestartsTheFinalization() {
        var rule = TestBoards.sum();
        var edition = edition(rule, "ada", "bob");
        try (var held = new HeldJobs(locks, "make-finals")) { // it knows the board once a member is hidden
            seal(edition);

            // The transaction that tells it is rolled back, as after a kill.
            assertThatThrownBy(() -> finalRankings.make(edition, members -> {
                        throw new IllegalStateException("killed");
                    }))
                    .hasMessage("killed");
            moderation.hide(rule, "bob");
            finalRankings.make(edition, members -> assertThat(members).isEqualTo(1));
        }
    }

    @Test
    void aSealedEditionIsNotResetByAnInstanceWithAnOldCopy() {
        var edition = edition(TestBoards.sum(), "ada");
        seal(edition);

        assertThatThrownBy(() -> moderation.reset(edition)).hasMessageContaining("meanwhile");

        finalRankings.make(edition, members -> assertThat(members).isEqualTo(1));
    }

    @Test
    void aResetEditionIsNotSealedByAnInstanceWithAnOldCopy() {
        var edition = edition(TestBoards.sum(), "ada");
        moderation.reset(edition);
        seal(edition);

        assertThat(jdbc.sql("SELECT COUNT(*) FROM board_final WHERE edition_id = ?")
                        .param(edition.id())
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void aDeletedLearnerLeavesTheRank() {
        var learners = learners(2);
        var day = Days.next().toString();
        score(day, learners.get(0), 20, "a");
        score(day, learners.get(1), 10, "a");
        close(day);

        var export = api.learner(Long.parseLong(learners.get(0)))
                .get("/api/learners/me/export")
                .has(200);
        assertThat(export.at("/data/finals/0/rank").asLong()).isEqualTo(1);
        api.admin().delete("/api/learners/" + learners.get(0)).has(202);
        api.admin().delete("/api/learners/" + learners.get(0)).has(202);

        await().untilAsserted(() -> {
            var top = get("/top?period=" + day);
            assertThat(top.each("items", "member")).containsExactly("-1", learners.get(1));
            assertThat(top.at("/items/0/score").asLong()).isEqualTo(20);
        });
    }

    @Test
    void anEditionWhoseRetentionIsOverBecomesFinalOnABoardThatKeepsThem() {
        var day = Days.next().toString();
        api.score("exam", List.of(Api.scoreOf(Learners.next(), 7, "m-1", day + "T02:00:00Z")));

        await().until(() -> jdbc.sql("""
                        UPDATE board_edition SET kept_until = '2026-11-11'
                         WHERE board = 'exam' AND period_key = ? AND closed_at IS NOT NULL
                        """).param(day).update() > 0);

        await().until(() -> told.stream().anyMatch(event -> event.board().equals("exam")));
        assertThat(told.stream().filter(event -> event.board().equals("exam")))
                .singleElement()
                .satisfies(event -> assertThat(event.best().getFirst().score()).isEqualTo(7));
    }

    @Test
    void aRankingThatDoesNotBecomeFinalIsShownToAdmins() {
        var day = Days.next().toString();
        var refusal = ApplicationListener.forPayload((BoardFinal event) -> {
            if (event.period().equals(day)) {
                throw new IllegalStateException("refused");
            }
        });
        score(day, learners(1).getFirst(), 10, "a");
        context.addApplicationListener(refusal);
        try {
            act(day, "close").has(200);
            await().until(() -> finalTries(day).asInt() > 1);
            assertThat(api.admin().prometheus().lines())
                    .anySatisfy(line -> assertThat(line).matches("streakboard_board_final_tries [1-9].*"));
        } finally {
            context.removeApplicationListener(refusal);
        }

        await().until(() -> !told(day).isEmpty());
        await().untilAsserted(() -> assertThat(finalTries(day).isNull()).isTrue());
    }

    private JsonNode finalTries(String day) {
        return api.admin().actuator("/boards?board=cup&limit=100").has(200).at("/boards/0/editions").values().stream()
                .filter(edition -> edition.path("period").asString().equals(day)
                        && edition.path("partition").isNull())
                .findFirst()
                .orElseThrow()
                .path("finalTries");
    }

    @Test
    void boardsThatEndKeepTheirFinalsUnlessTheySlide() {
        var ending = tree(TestBoards.sum()).put("endsAt", now.toString()).putNull("keepsFinals");

        assertThat(json.treeToValue(ending, BoardRule.class).keepsFinals()).isTrue();
        assertThat(json.treeToValue(ending.put("cycle", "SLIDING"), BoardRule.class)
                        .keepsFinals())
                .isFalse();
        assertThat(TestBoards.sum().keepsFinals()).isFalse();
    }

    /** The job does not know its board, so it is the test that makes the ranking. */
    private void seal(StoredEdition edition) {
        editions.forget(edition);
        finalRankings.seal(List.of(edition));
    }

    private StoredEdition edition(BoardRule rule, String... members) {
        var day = TestBoards.day(now);
        service.take(Stream.of(members)
                .map(member -> TestBoards.submission(rule, day, member, null, 5, "m-1", now, null))
                .toList());
        return editions.find(rule, day, null).orElseThrow();
    }

    private BoardRule with(BoardRule rule, RankStyle ranks, long keep) {
        return json.treeToValue(tree(rule).put("ranks", ranks.name()).put("keep", keep), BoardRule.class);
    }

    private ObjectNode tree(BoardRule rule) {
        return (ObjectNode) json.valueToTree(rule);
    }

    private static List<String> learners(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Long.toString(Learners.next()))
                .toList();
    }

    private void score(String day, String learner, long delta, String partition) {
        assertThat(post(day, learner, delta, partition, "first")
                        .at("/results/0/outcome")
                        .asString())
                .isEqualTo("APPLIED");
    }

    private Answer post(String day, String learner, long delta, String partition, String messageId) {
        var score = Api.scoreOf(learner, partition, delta, day + messageId, day + "T02:00:00Z");
        return api.score("cup", List.of(score));
    }

    private Answer act(String day, String action) {
        return api.admin().actuate("/boards/cup", Map.of("action", action, "period", day));
    }

    private void close(String day) {
        act(day, "close").has(200);
        await().until(() -> told(day).stream().anyMatch(event -> event.partition() == null)
                && jdbc.sql("""
                                SELECT COUNT(*) FROM board_edition e JOIN board_final f ON f.edition_id = e.id
                                 WHERE e.board = 'cup' AND e.period_key = ? AND f.final_at IS NULL
                                """).param(day).query(Long.class).single() == 0);
    }

    /** As the removal does once the retention is over. */
    private void forgetScores(String day) {
        jdbc.sql("SELECT id FROM board_edition WHERE board = 'cup' AND period_key = ?")
                .param(day)
                .query(Long.class)
                .list()
                .forEach(id -> {
                    jdbc.sql("DELETE FROM board_score WHERE edition_id = ?")
                            .param(id)
                            .update();
                    live.clear(id);
                    editions.byId(id).ifPresent(editions::forget);
                });
    }

    private List<BoardFinal> told(String day) {
        return told.stream()
                .filter(event -> event.board().equals("cup") && event.period().equals(day))
                .toList();
    }

    private Answer get(String query) {
        return api.service().get("/api/boards/cup" + query).has(200);
    }

    private String read(String query) {
        return get(query).body().toString();
    }
}
