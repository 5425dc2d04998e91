package io.streakboard.leaderboard.rules;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.start.StartRefused;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@IntegrationTest
class WrittenRulesIntegrationTests {

    private final WrittenRules rules;
    private final BoardRegistry boards;
    private final Editions editions;
    private final ScoreService service;
    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final Instant now;
    private final BoardRule board = TestBoards.of(Operator.BEST);

    WrittenRulesIntegrationTests(
            WrittenRules rules,
            BoardRegistry boards,
            Editions editions,
            ScoreService service,
            JdbcClient jdbc,
            JsonMapper json,
            BusinessTime time) {
        this.rules = rules;
        this.boards = boards;
        this.editions = editions;
        this.service = service;
        this.jdbc = jdbc;
        this.json = json;
        this.now = time.now();
    }

    @BeforeEach
    void writeAScore() {
        service.take(List.of(TestBoards.submission(board, TestBoards.day(now), "ada", null, 80, "m-1", now, null)));
    }

    @Test
    void theRuleOfTheFirstScoreIsKept() {
        assertThat(boards.rule(board.name())).contains(board);
        rules.compare(List.of(board));
    }

    /** Its buckets were numbers. */
    @Test
    void aRuleWrittenByAnEarlierVersionIsRead() {
        jdbc.sql("""
                        UPDATE board SET rule = JSON_SET(rule, '$.store', 'BUCKETS', '$.buckets', JSON_ARRAY(9, 99))
                         WHERE name = ?
                        """).param(board.name()).update();

        assertThat(boards.rule(board.name())).contains(Rules.with(board, Map.of("buckets", List.of("9", "99"))));
    }

    @Test
    void whatCannotBeCarriedOutStopsTheApplicationAndIsToldAtOnce() {
        var other = with("operator", "SUM");
        var lower = with("maxScore", "79");

        assertThatThrownBy(() -> rules.compare(List.of(other, lower)))
                .isInstanceOf(StartRefused.class)
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .satisfiesExactly(
                                line -> assertThat(line)
                                        .startsWith("streakboard.boards[0].operator: 'sum' differs from 'best'"),
                                line -> assertThat(line)
                                        .startsWith("streakboard.boards[1].max-score: 79 is less than 80")));
        assertThat(boards.rule(board.name())).contains(board);
    }

    @Test
    void editionsAreKeptAsLongAsTheNewRetentionSays() {
        var longer = with("retention", "P9D");

        rules.compare(List.of(longer));

        assertThat(boards.rule(board.name())).contains(longer);
        var day = TestBoards.day(now);
        var edition = editions.find(board, day, null).orElseThrow();
        assertThat(jdbc.sql("SELECT kept_until FROM board_edition WHERE id = ?")
                        .param(edition.id())
                        .query((row, number) -> Utc.instant(row.getObject(1, LocalDateTime.class)))
                        .single())
                .isEqualTo(requireNonNull(day.endsAt()).plus(Duration.ofDays(9)));
    }

    @Test
    void theOnlyEditionEndsWithTheBoardUntilTheEndHasPassed() {
        var endless = json.treeToValue(
                ((ObjectNode) json.valueToTree(board))
                        .put("name", board.name() + "-all")
                        .put("cycle", "NONE"),
                BoardRule.class);
        var score = TestBoards.submission(endless, new Period("all", null, null), "ada", null, 80, "m-1", now, null);
        service.take(List.of(score));
        var end = now.plusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);

        rules.compare(List.of(with(endless, "endsAt", end.toString())));
        assertThat(bounds(endless)).containsExactly(end, end.plus(endless.retention()));

        var passed = with(endless, "endsAt", now.minusMillis(1).toString());
        rules.compare(List.of(passed));
        assertThatThrownBy(() -> rules.compare(List.of(endless))).hasMessageContaining("boards[0].ends-at: ");
        assertThat(boards.rule(endless.name())).contains(passed);
    }

    private List<Instant> bounds(BoardRule of) {
        return jdbc.sql("SELECT ends_at, kept_until FROM board_edition WHERE board = ?")
                .param(of.name())
                .query((row, number) -> List.of(
                        Utc.instant(row.getObject(1, LocalDateTime.class)),
                        Utc.instant(row.getObject(2, LocalDateTime.class))))
                .single();
    }

    @Test
    void aBoardWithoutEditionsMayBecomeAnyOther() {
        jdbc.sql("DELETE FROM board_edition WHERE board = ?")
                .param(board.name())
                .update();
        var other = with("operator", "SUM");

        rules.compare(List.of(other));

        assertThat(boards.rule(board.name())).contains(other);
    }

    private BoardRule with(String property, String value) {
        return with(board, property, value);
    }

    private BoardRule with(BoardRule rule, String property, String value) {
        var node = (ObjectNode) json.valueToTree(rule);
        return json.treeToValue(node.put(property, value), BoardRule.class);
    }
}
