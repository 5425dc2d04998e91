package io.streakboard.leaderboard.rules;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.rules.BoardDefinitions.Points;
import io.streakboard.leaderboard.rules.BoardDefinitions.PointsBoard;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.rulebook.SectionReader;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes of a board with a score of 80. */
@IntegrationTest
class BoardChangesIntegrationTests {

    private final BoardChanges changes;
    private final BoardRegistry boards;
    private final ScoreService service;
    private final TransactionTemplate transactions;
    private final JdbcClient jdbc;
    private final Instant now;
    private final SectionReader<BoardDefinitions> reader;
    private final BoardRule board = TestBoards.of(Operator.BEST);

    BoardChangesIntegrationTests(
            BoardChanges changes,
            BoardRegistry boards,
            ScoreService service,
            TransactionTemplate transactions,
            JdbcClient jdbc,
            BusinessTime time) {
        this.changes = changes;
        this.boards = boards;
        this.service = service;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.now = time.now();
        this.reader = new SectionReader<>(new BoardsSection(rules(), Mockito.mock(Rulebook.class), changes));
    }

    @BeforeEach
    void writeAScore() {
        assertThat(take(board, 80, "m-1").outcome()).isEqualTo(ScoreOutcome.APPLIED);
    }

    private SubmissionResult take(BoardRule rule, long score, String message) {
        var period = rule.cycle() == Cycle.NONE ? new Period("all", null, null) : TestBoards.day(now);
        return service.take(List.of(TestBoards.submission(rule, period, "ada", null, score, message, now, null)))
                .getFirst();
    }

    @Test
    void theRuleOfTheFirstScoreIsKept() {
        assertThat(boards.written()).containsEntry(board.name(), board);
    }

    /** Its buckets were numbers. */
    @Test
    void aRuleWrittenByAnEarlierVersionIsRead() {
        jdbc.sql("""
                        UPDATE board SET rule = JSON_SET(rule, '$.store', 'BUCKETS', '$.buckets', JSON_ARRAY(9, 99))
                         WHERE name = ?
                        """).param(board.name()).update();

        assertThat(boards.written())
                .containsEntry(board.name(), Rules.with(board, Map.of("buckets", List.of("9", "99"))));
    }

    @Test
    void whatCannotBeCarriedOutIsRefusedByItsPath() {
        var path = "/boards/" + board.name() + "/";

        assertThat(refusals(rules(board), rules(with("operator", Operator.SUM))))
                .singleElement()
                .asString()
                .startsWith(path + "operator 'sum' differs from 'best'");
        assertThat(refusals(rules(board), rules(with("maxScore", 79L))))
                .containsExactly(path + "maxScore 79 is less than 80, which a member has");
        assertThat(boards.written()).containsEntry(board.name(), board);
    }

    @Test
    void theRuleOfTheScoresDecidesAlsoAfterTheBoardWasTakenOut() {
        assertThat(refusals(rules(), rules(with("operator", Operator.LATEST)))).hasSize(1);
        assertThat(effects(rules(), rules(board)))
                .containsExactly("/boards/%s adds: %s takes scores again; it has 1 edition"
                        .formatted(board.name(), board.name()));
    }

    @Test
    void effectsHaveNumbers() {
        var path = "/boards/" + board.name();
        var end = requireNonNull(TestBoards.day(now).endsAt()).plus(board.retention());

        assertThat(effects(rules(board), rules(with("keep", 5L))))
                .containsExactly(path + " rebuilds: 1 edition with 1 member is rebuilt");
        assertThat(effects(rules(board), rules(with("retention", Duration.ofDays(9)))))
                .contains(path + "/retention keeps: 1 edition is kept for 9 days after the end");
        assertThat(effects(rules(board), rules()))
                .containsExactly("%s removes: %s takes no more scores; 1 edition stays until %s"
                        .formatted(path, board.name(), end));
    }

    @Test
    void editionsAreKeptAsLongAsTheNewRetentionSays() {
        var longer = with("retention", Duration.ofDays(9));

        carryOut(longer, now);

        assertThat(boards.written()).containsEntry(board.name(), longer);
        var end = requireNonNull(TestBoards.day(now).endsAt());
        assertThat(bounds(board)).containsExactly(end, end.plus(Duration.ofDays(9)));
    }

    @Test
    void noEditionIsRemovedBeforeTheRuleIsInForce() {
        var end = requireNonNull(TestBoards.day(now).endsAt());
        var inForce = end.plus(Duration.ofDays(1));

        carryOut(with("retention", Duration.ZERO), inForce);
        assertThat(bounds(board)).containsExactly(end, inForce);

        carryOut(board, now); // it was withdrawn
        assertThat(bounds(board)).containsExactly(end, end.plus(board.retention()));
    }

    /** Or scores above the new limit could not be ranked. */
    @Test
    void aLowerLimitHoldsForAllScoresFromItsPublicationOn() {
        carryOut(with("maxScore", 90L), now.plusSeconds(3600));

        assertThat(take(board, 91, "m-2").detail()).isEqualTo("the score must not be above 90");
        assertThat(take(board, 90, "m-3").outcome()).isEqualTo(ScoreOutcome.APPLIED);
        assertThatThrownBy(() -> carryOut(with("maxScore", 89L), now))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("89 is less than 90");
    }

    @Test
    void theOnlyEditionEndsWithTheBoardUntilTheEndHasPassed() {
        var endless = Rules.with(board, Map.of("name", board.name() + "-all", "cycle", Cycle.NONE));
        take(endless, 80, "m-1");
        var end = now.plusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);

        carryOut(Rules.with(endless, Map.of("endsAt", end)), now);
        assertThat(bounds(endless)).containsExactly(end, end.plus(endless.retention()));

        var passed = Rules.with(endless, Map.of("endsAt", now.minusMillis(1).truncatedTo(ChronoUnit.MILLIS)));
        carryOut(passed, now);
        assertThat(refusals(rules(passed), rules(endless)))
                .singleElement()
                .asString()
                .startsWith("/boards/%s/endsAt ".formatted(endless.name()));
    }

    @Test
    void aBoardWithoutEditionsMayBecomeAnyOther() {
        jdbc.sql("DELETE FROM board_edition WHERE board = ?")
                .param(board.name())
                .update();

        assertThat(refusals(rules(board), rules(with("operator", Operator.SUM))))
                .isEmpty();
    }

    @Test
    void aBoardThatHasNoEditionAnyMoreIsWrittenByItsRuleOfNow() {
        boards.add(with("maxScore", 90L));
        assertThat(boards.share(List.of(board.name()))).containsEntry(board.name(), board.maxScore());
        jdbc.sql("DELETE FROM board_edition WHERE board = ?")
                .param(board.name())
                .update();

        boards.add(with("maxScore", 90L));

        assertThat(boards.share(List.of(board.name()))).containsEntry(board.name(), 90L);
    }

    @Test
    void aBoardThatStaysAsItIsHoldsUpNoOther() {
        changes.carryOut(rules(with("operator", Operator.SUM)), rules(with("operator", Operator.SUM)), now);

        assertThat(boards.written()).containsEntry(board.name(), board);
    }

    private List<Instant> bounds(BoardRule of) {
        return jdbc.sql("SELECT ends_at, kept_until FROM board_edition WHERE board = ?")
                .param(of.name())
                .query((row, number) -> List.of(
                        Utc.instant(row.getObject(1, LocalDateTime.class)),
                        Utc.instant(row.getObject(2, LocalDateTime.class))))
                .single();
    }

    private void carryOut(BoardRule next, Instant validFrom) {
        transactions.executeWithoutResult(status -> changes.carryOut(rules(), rules(next), validFrom));
    }

    private List<String> refusals(BoardDefinitions former, BoardDefinitions next) {
        return reader.refusals(reader.written(former), reader.written(next));
    }

    private List<String> effects(BoardDefinitions former, BoardDefinitions next) {
        return reader.effects(reader.written(former), reader.written(next));
    }

    private static BoardDefinitions rules(BoardRule... boards) {
        return new BoardDefinitions(List.of(boards), new Points(new PointsBoard(null, List.of())));
    }

    private BoardRule with(String component, Object value) {
        return Rules.with(board, Map.of(component, value));
    }
}
