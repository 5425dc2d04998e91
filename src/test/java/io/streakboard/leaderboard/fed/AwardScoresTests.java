package io.streakboard.leaderboard.fed;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Scores;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.scores.TimedScore;
import io.streakboard.points.PaidEntries.PaidDay;
import io.streakboard.points.PaidEntries.PaidEntry;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwardScoresTests {

    private static final Instant AT = Instant.parse("2026-11-18T04:00:00.250Z");
    private static final LocalDate DAY = LocalDate.parse("2026-11-18");

    @ParameterizedTest
    @CsvSource({
        "POINTS, LESSON, 10, 10",
        "POINTS, SIGN_IN, 20, 20",
        "POINTS, ADJUSTMENT, 7, 7",
        "POINTS, ADJUSTMENT, -30, -30",
        "POINTS, SEASON_REWARD, 500,",
        "POINTS, BOARD_PRIZE, 50,",
        "COUNT, LESSON, 10, 1",
        "COUNT, SIGN_IN, 20, 1",
        "COUNT, ADJUSTMENT, 7,",
        "COUNT, ADJUSTMENT, -30,",
        "COUNT, SEASON_REWARD, 500,",
        "COUNT, BOARD_PRIZE, 50,"
    })
    void withoutTypesAllThatLearnersEarnCounts(From from, String type, int points, @Nullable Long delta) {
        assertThat(AwardScores.score(board(from), entry(type, points, "a")).map(NewScore::delta))
                .isEqualTo(Optional.ofNullable(delta));
    }

    @Test
    void onlyTheTypesOfABoardCount() {
        var board = board(From.POINTS, "QUESTION", "NOTE");

        assertThat(AwardScores.score(board, entry("NOTE", 3, "a"))).isPresent();
        assertThat(AwardScores.score(board, entry("LESSON", 10, "a"))).isEmpty();
        assertThat(AwardScores.score(board, entry("ADJUSTMENT", -10, "a"))).isEmpty();
    }

    @Test
    void aScoreIsOfTheInstantOfTheDeed() {
        assertThat(AwardScores.score(board(From.POINTS), entry("LESSON", 10, "lesson-42")))
                .contains(NewScore.added("fed", 7, 10, "11:LESSON:lesson-42", AT));
    }

    @Test
    void theMessageIdIsTheKeyOfTheEntry() {
        var all = List.of(id(11, "LESSON", "a"), id(12, "LESSON", "a"), id(11, "QUESTION", "a"), id(11, "LESSON", "b"));

        assertThat(all).doesNotHaveDuplicates();
        assertThat(id(11, "LESSON", "a ")).isEqualTo(id(11, "LESSON", "a"));
    }

    @ParameterizedTest
    @CsvSource({
        "lesson 42",
        "Lektion-ü",
        "a1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
    })
    void aSourceThatIsNoMessageIdIsHashed(String source) {
        assertThat(id(Long.MAX_VALUE, "A2345678901234567890123456789012", source))
                .matches("[!-~]{1,100}")
                .isNotEqualTo(id(Long.MAX_VALUE, "A2345678901234567890123456789012", source + "x"));
    }

    @Test
    void theSumIsOverAllDaysOrOverThoseOfTheWindow() {
        var days = List.of(
                new PaidDay(DAY.minusDays(4), 100, 9, AT.minusSeconds(4 * 86_400)),
                new PaidDay(DAY.minusDays(1), 10, 2, AT.minusSeconds(86_400)),
                new PaidDay(DAY, -30, 1, AT));
        var sliding = Rules.with(board(From.POINTS), Map.of("cycle", Cycle.SLIDING, "days", 3));

        assertThat(FedSources.sum(board(From.POINTS), null, days)).contains(new TimedScore(80, AT));
        assertThat(FedSources.sum(board(From.COUNT), null, days)).contains(new TimedScore(12, AT));
        assertThat(FedSources.sum(sliding, DAY, days)).contains(new TimedScore(-20, AT));
        assertThat(FedSources.sum(sliding, DAY.plusDays(9), days)).isEmpty();
    }

    private static String id(long season, String type, String source) {
        return AwardScores.messageId(new PaidEntry(7, type, source, season, 10, AT));
    }

    private static PaidEntry entry(String type, int points, String source) {
        return new PaidEntry(7, type, source, 11, points, AT);
    }

    private static BoardRule board(From from, String... types) {
        return Rules.with(
                Rules.BASE,
                Map.of("name", "fed", "members", Members.LEARNER, "scores", new Scores(from, List.of(types))));
    }
}
