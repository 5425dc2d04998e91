package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@IntegrationTest
class ScoreApiIntegrationTests {

    private static final String AT = "2026-11-18T02:10:00Z";

    private final Api api;

    ScoreApiIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void aResponseHasTheChangeOfTheScore() {
        var member = member();

        var first = post("popular", music(member, 10, "m-1"));
        var second = post("popular", music(member, 5, "m-2"));
        var again = post("popular", music(member, 10, "m-1"));

        assertThat(first.at("/results/0/outcome").asString()).isEqualTo("APPLIED");
        assertThat(first.at("/results/0/index").asInt()).isZero();
        assertThat(first.at("/results/0/period").asString()).isEqualTo("2026-11-18T10:00");
        assertThat(first.at("/results/0/before").isNull()).isTrue();
        assertThat(first.at("/results/0/score").asLong()).isEqualTo(10);
        assertThat(first.at("/results/0/rankBefore").isNull()).isTrue();
        assertThat(first.at("/results/0/rank").asLong()).isPositive();
        assertThat(second.at("/results/0/before").asLong()).isEqualTo(10);
        assertThat(second.at("/results/0/score").asLong()).isEqualTo(15);
        assertThat(second.at("/results/0/rankBefore").asLong()).isPositive();
        assertThat(again.at("/results/0/outcome").asString()).isEqualTo("DUPLICATE");
        assertThat(again.at("/results/0/score").asLong()).isEqualTo(10);
        assertThat(score("popular", member, "&partition=music")).isEqualTo(15);
        assertThat(score("popular", member, "")).isEqualTo(15);
    }

    @Test
    void manyBoardsTakeScoresInOneCall() {
        var learner = Long.toString(Learners.next());
        var results = api.service()
                .post(
                        "/api/scores",
                        Map.of(
                                "scores",
                                List.of(
                                        with(score(learner, "delta", 3, "m-1"), "board", "lessons"),
                                        with(score(learner, "score", 59_000, "m-1"), "board", "fastest"),
                                        with(score(learner, "score", 61_000, "m-2"), "board", "fastest"),
                                        with(score(learner, "score", 80, "m-1"), "board", "quiz"),
                                        with(score(learner, "score", 80, "m-1"), "board", "nonsense"),
                                        with(score(learner, "delta", 1, "m-1"), "board", "points"))))
                .has(200);

        assertThat(results.each("results", "outcome"))
                .containsExactly("APPLIED", "APPLIED", "APPLIED", "APPLIED", "INVALID", "INVALID");
        assertThat(results.each("results", "period")).startsWith("2026-W47", "2026-11-18", "2026-11-18", "2026-11");
        assertThat(results.at("/results/4/detail").asString()).startsWith("board: ");
        assertThat(results.each("results", "code")).endsWith("board-unknown", "board-unknown");
        assertThat(results.at("/results/0/code").isNull()).isTrue();
        assertThat(score("fastest", learner, "")).isEqualTo(59_000);
    }

    @Test
    void aScoreNeedsNoTimeAndMayBeLate() {
        var learner = Long.toString(Learners.next());
        var now = Map.<String, Object>of("member", learner, "delta", 1, "messageId", "now");

        assertThat(post("hourly", now).at("/results/0/period").asString()).startsWith("2026-11-18T1");
        var late = post("hourly", score(learner, "delta", 1, "late", "2026-11-17T01:00:00Z"));
        assertThat(late.at("/results/0/outcome").asString()).isEqualTo("LATE");
        assertThat(late.at("/results/0/detail").asString()).isNotBlank();
        assertThat(late.at("/results/0/code").asString()).isEqualTo("not-kept");
        assertThat(late.at("/results/0/parameters/period").asString()).isEqualTo("2026-11-17T09");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-09T23:59:59.999Z, before-the-start, /start, 2026-11-10T00:00:00Z",
        "2026-11-18T03:00:00Z, after-the-end, /end, 2026-11-18T03:00:00Z",
    })
    void scoresBeforeTheStartOrAfterTheEndAreLate(String at, String code, String parameter, String bound) {
        var late = post("contest", score("42", "delta", 1, "late-" + code, at));

        assertThat(outcome(late)).isEqualTo("LATE");
        assertThat(late.at("/results/0/code").asString()).isEqualTo(code);
        assertThat(late.at("/results/0/detail").asString()).contains(bound);
        assertThat(late.at("/results/0/parameters" + parameter).asString()).isEqualTo(bound);
        assertThat(late.at("/results/0/period").asString()).isEqualTo("all");
    }

    @Test
    void scoresBetweenStartAndEndCountAlthoughTheBoardIsOver() {
        var learner = Long.toString(Learners.next());

        var first = post("contest", score(learner, "delta", 1, "m-1", "2026-11-10T00:00:00Z"));
        var last = post("contest", score(learner, "delta", 2, "m-2", "2026-11-18T02:59:59.999Z"));

        assertThat(List.of(outcome(first), outcome(last))).containsOnly("APPLIED");
        var top = api.learner(Long.parseLong(learner))
                .get("/api/boards/contest/around/me")
                .has(200);
        assertThat(top.at("/me/score").asLong()).isEqualTo(3);
        assertThat(top.at("/edition/startsAt").asString()).isEqualTo("2026-11-10T00:00:00Z");
        assertThat(top.at("/edition/endsAt").asString()).isEqualTo("2026-11-18T03:00:00Z");
    }

    /** The first answer may have been lost just before the end. */
    @Test
    void aRepeatAfterTheEndIsADuplicate() {
        var learner = Long.toString(Learners.next());
        post("contest", score(learner, "delta", 1, "m-1", "2026-11-18T02:59:59.999Z"));

        var again = Map.<String, Object>of("member", learner, "delta", 1, "messageId", "m-1");

        assertThat(outcome(post("contest", again))).isEqualTo("DUPLICATE");
    }

    @Test
    void aLateScoreOpensNoSeason() {
        var before = seasons();

        var results = post(
                "gifts",
                score("42", "delta", 1, "late-1", "2003-05-10T01:00:00Z"),
                score("42", "delta", 1, "late-2", "2003-06-10T01:00:00Z"));

        assertThat(results.each("results", "outcome")).containsExactly("LATE", "LATE");
        assertThat(results.at("/results/0/period").isNull()).isTrue();
        assertThat(seasons()).isEqualTo(before);
    }

    private List<String> seasons() {
        return api.learner(42).get("/api/seasons?size=100").has(200).each("items", "name");
    }

    @ParameterizedTest
    @CsvSource({
        "lessons, member, '0'",
        "lessons, member, ''",
        "lessons, member, ada",
        "lessons, member, '9223372036854775808'",
        "level, member, 'a b'",
        "level, member, 'ä'",
        "lessons, partition, music",
        "popular, partition, ''",
        "popular, partition, 'a/b'",
        "lessons, messageId, ''",
        "lessons, messageId, 'a b'",
        "lessons, occurredAt, 2026-11-18T23:59:59Z",
        "lessons, occurredAt, 1999-12-31T23:59:59Z"
    })
    void aWrongTextIsInvalidForItsScoreAlone(String board, String field, String text) {
        var right = right(board);
        var results = post(board, right, with(right(board), field, text));

        assertThat(results.each("results", "outcome")).containsExactly("APPLIED", "INVALID");
        assertThat(results.at("/results/1/detail").asString()).startsWith(field + ": ");
        assertThat(results.at("/results/1/period").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "lessons, delta, 1000000001, -1000000000, 1000000000",
        "lessons, delta, -1000000001, -1000000000, 1000000000",
        "lessons, delta, 9223372036854775807, -1000000000, 1000000000",
        "quiz, score, 101, 0, 100",
        "quiz, score, -1, 0, 100",
        "level, score, 51, 0, 50"
    })
    void aValueThatTheBoardCannotHaveIsInvalid(String board, String field, long value, String min, String max) {
        var results = post(board, with(right(board), field, value));

        assertThat(results.at("/results/0/outcome").asString()).isEqualTo("INVALID");
        assertThat(results.at("/results/0/detail").asString()).startsWith(field + ": ");
        assertThat(results.at("/results/0/code").asString()).isEqualTo("range");
        assertThat(results.at("/results/0/parameters/min").asString()).isEqualTo(min);
        assertThat(results.at("/results/0/parameters/max").asString()).isEqualTo(max);
    }

    @Test
    void aBoardThatSumsTakesADeltaAndOthersAScore() {
        var learner = Long.toString(Learners.next());

        assertThat(detail(post("lessons", score(learner, "score", 1, "m")))).startsWith("delta: ");
        assertThat(detail(post("lessons", with(score(learner, "score", 1, "m"), "delta", 1))))
                .startsWith("score: ");
        assertThat(detail(post("quiz", score(learner, "delta", 1, "m")))).startsWith("score: ");
        assertThat(detail(post("quiz", Map.of("member", learner, "messageId", "m"))))
                .startsWith("score: ");
    }

    @Test
    void aPartitionedBoardNeedsAPartition() {
        assertThat(detail(post("popular", score(member(), "delta", 1, "m")))).startsWith("partition: ");
    }

    @Test
    void aMessageIdOfThreeHundredCharactersIsInvalid() {
        assertThat(detail(post("lessons", score("42", "delta", 1, "m".repeat(300)))))
                .startsWith("messageId: ");
        assertThat(detail(post("level", score("m".repeat(300), "score", 1, "m"))))
                .startsWith("member: ");
    }

    @Test
    void extraIsKeptAsItWasSent() {
        var member = member();
        var body = """
                {"scores":[{"member":"%s","score":7,"messageId":"m-1","occurredAt":"%s",
                  "extra": {"note": "Ä \\ud83d\\ude00", "big": 12345678901234567890, "exact": 1.10}}]}
                """.formatted(member, AT);

        api.service().post("/api/boards/level/scores", body).has(200);

        var extra = api.learner(1)
                .get("/api/boards/level/scores/" + member)
                .has(200)
                .at("/extra");
        assertThat(extra.at("/note").asString()).isEqualTo("Ä 😀");
        assertThat(extra.at("/big").asString()).isEqualTo("12345678901234567890");
        assertThat(extra.at("/exact").asDouble()).isEqualTo(1.1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "[]", "\"x\"", "{\"x\":1e400}", "{\"x\":\"\\ud800\"}"})
    void extraThatIsNoPlainObjectIsInvalid(String extra) {
        var answer = api.service()
                .post(
                        "/api/boards/level/scores",
                        "{\"scores\":[{\"member\":\"x\",\"score\":1,\"messageId\":\"m\",\"extra\":" + extra + "}]}")
                .has(200);

        assertThat(detail(answer)).startsWith("extra: ");
    }

    @Test
    void extraHasAKilobyte() {
        var member = member();

        assertThat(outcome(post("level", with(score(member, "score", 1, "m-1"), "extra", extra(1024)))))
                .isEqualTo("APPLIED");
        assertThat(detail(post("level", with(score(member, "score", 1, "m-2"), "extra", extra(1025)))))
                .startsWith("extra: ");
        var parts = IntStream.range(0, 150)
                .boxed()
                .collect(java.util.stream.Collectors.toMap(i -> "part" + i, i -> "x".repeat(7_000)));
        assertThat(detail(post("level", with(score(member, "score", 1, "m-3"), "extra", parts))))
                .startsWith("extra: ");
        api.service()
                .post(
                        "/api/boards/level/scores",
                        batch(with(score(member, "score", 1, "m"), "extra", extra(1_000_000))))
                .isInvalid("scores[0].extra");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|scores",
                "{\"scores\":[]}|scores",
                "{\"scores\":[null]}|scores[0]",
                "{\"scores\":[{\"messageId\":\"m\",\"delta\":1}]}|scores[0].member",
                "{\"scores\":[{\"member\":\"42\",\"delta\":1}]}|scores[0].messageId",
                "{\"scores\":[{\"member\":42,\"delta\":1,\"messageId\":\"m\"}]}|scores[0].member",
                "{\"scores\":[{\"member\":\"42\",\"delta\":1.5,\"messageId\":\"m\"}]}|scores[0].delta",
                "{\"scores\":[{\"member\":\"42\",\"delta\":1e400,\"messageId\":\"m\"}]}|scores[0].delta",
                "{\"scores\":[{\"member\":\"42\",\"delta\":\"1\",\"messageId\":\"m\"}]}|scores[0].delta",
                "{\"scores\":[{\"member\":\"42\",\"delta\":99999999999999999999,\"messageId\":\"m\"}]}|scores[0].delta",
                "{\"scores\":[{\"member\":\"42\",\"delta\":1,\"messageId\":\"m\",\"occurredAt\":1}]}|scores[0].occurredAt"
            })
    void aMissingOrMalformedFieldIsNamed(String body, String field) {
        api.service().post("/api/boards/lessons/scores", body).isInvalid(field);
    }

    @Test
    void aBoardWithHalfACharacterIsNone() {
        var answer = api.service()
                .post(
                        "/api/scores",
                        "{\"scores\":[{\"board\":\"\\ud800\",\"member\":\"42\",\"delta\":1,\"messageId\":\"m\"}]}")
                .has(200);

        assertThat(detail(answer)).startsWith("board: ");
    }

    @Test
    void aScoreForNoBoardIsRefused() {
        api.service()
                .post("/api/scores", "{\"scores\":[{\"member\":\"42\",\"delta\":1,\"messageId\":\"m\"}]}")
                .isInvalid("scores[0].board");
    }

    @Test
    void noNumberIsNaN() {
        api.service()
                .post(
                        "/api/boards/lessons/scores",
                        "{\"scores\":[{\"member\":\"42\",\"delta\":NaN,\"messageId\":\"m\"}]}")
                .isProblem(400, "invalid-request");
    }

    @Test
    void aThousandScoresMayBeSentAtOnceAndNoMore() {
        var service = api.service();

        var taken = service.post("/api/boards/popular/scores", many(1000)).has(200);
        assertThat(taken.each("results", "outcome")).hasSize(1000).containsOnly("APPLIED");
        service.post("/api/boards/popular/scores", many(1001)).isInvalid("scores");
    }

    @Test
    void onlyServicesWriteScoresAndOnlyOnBoardsThatTakeThem() {
        var body = batch(score("42", "delta", 1, "m"));

        api.learner(42).post("/api/boards/lessons/scores", body).isProblem(403, "forbidden");
        api.admin().post("/api/scores", body).isProblem(403, "forbidden");
        api.service().post("/api/boards/nonsense/scores", body).isProblem(404, "not-found");
        api.service().post("/api/boards/points/scores", body).isInvalid("board");
    }

    @Test
    void aDeletedLearnerGetsNoScores() {
        long learner = Learners.next();
        api.admin().delete("/api/learners/" + learner + "?force=true").has(202);

        assertThat(detail(post("lessons", score(Long.toString(learner), "delta", 1, "m"))))
                .startsWith("member: ");
    }

    private static String member() {
        return "m" + Learners.next();
    }

    private static Map<String, Object> right(String board) {
        return switch (board) {
            case "popular" -> music(member(), 1, "m-1");
            case "quiz" -> score(Long.toString(Learners.next()), "score", 1, "m-1");
            case "level" -> score(member(), "score", 1, "m-1");
            default -> score(Long.toString(Learners.next()), "delta", 1, "m-1");
        };
    }

    private static Map<String, Object> music(String member, long delta, String messageId) {
        return with(score(member, "delta", delta, messageId), "partition", "music");
    }

    private static Map<String, Object> score(String member, String field, long value, String messageId) {
        return score(member, field, value, messageId, AT);
    }

    private static Map<String, Object> score(
            String member, String field, long value, String messageId, String occurredAt) {
        return Map.of("member", member, field, value, "messageId", messageId, "occurredAt", occurredAt);
    }

    private static Map<String, Object> with(Map<String, Object> score, String field, Object value) {
        var changed = new HashMap<>(score);
        changed.put(field, value);
        return changed;
    }

    private static Map<String, Object> extra(int bytes) {
        return Map.of("x", "x".repeat(bytes - "{\"x\":\"\"}".length()));
    }

    private static Map<String, Object> many(int count) {
        return Map.of(
                "scores",
                IntStream.range(0, count)
                        .mapToObj(i -> music(member(), i, "m-" + i))
                        .toList());
    }

    @SafeVarargs
    private static Map<String, Object> batch(Map<String, Object>... scores) {
        return Map.of("scores", List.of(scores));
    }

    @SafeVarargs
    private Answer post(String board, Map<String, Object>... scores) {
        return api.service()
                .post("/api/boards/" + board + "/scores", batch(scores))
                .has(200);
    }

    private static String outcome(Answer answer) {
        return answer.at("/results/0/outcome").asString();
    }

    private static String detail(Answer answer) {
        assertThat(outcome(answer)).isEqualTo("INVALID");
        return answer.at("/results/0/detail").asString();
    }

    private long score(String board, String member, String query) {
        return api.learner(1)
                .get("/api/boards/" + board + "/scores/" + member + "?period="
                        + (board.equals("popular") ? "2026-11-18T10:00" : "current") + query)
                .has(200)
                .at("/score")
                .asLong();
    }
}
