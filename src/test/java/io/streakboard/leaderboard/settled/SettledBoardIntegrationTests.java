package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.live.RankingContract;
import io.streakboard.support.IntegrationTest;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@IntegrationTest
class SettledBoardIntegrationTests {

    private static final String TABLE = "points_board_to_read";

    private final BoardTable table;

    SettledBoardIntegrationTests(BoardTable table) {
        this.table = table;
    }

    @AfterEach
    void drop() {
        table.drop(TABLE);
    }

    @ParameterizedTest
    @MethodSource("io.streakboard.leaderboard.live.RankingContract#seeds")
    void answersLikeTheModel(long seed) {
        var random = new Random(seed);
        var rule = Rules.rule(
                Cycle.DAY,
                Members.LEARNER,
                Order.DESCENDING,
                Ties.FIRST,
                Duration.ofSeconds(1),
                RankStyle.UNIQUE,
                20,
                0);
        var model = new RankingModel(rule, Edition.of(rule, 1, Rules.DAY, null, Rules.TIEBREAKER));
        for (int learner = 1; learner <= random.nextInt(40); learner++) {
            model.take(new Score(
                    Integer.toString(learner),
                    1 + random.nextInt(20),
                    Objects.requireNonNull(Rules.DAY.startsAt()).plusSeconds(random.nextInt(3)),
                    0,
                    null));
        }
        var ranks = model.entries().stream()
                .map(entry ->
                        new Standing(entry.rank(), Long.parseLong(entry.member()), entry.score(), entry.reachedAt()))
                .toList();
        table.create(TABLE, "points_board_1");
        table.empty(TABLE);
        table.write(TABLE, 1, Math.max(1, ranks.size()), ranks);

        RankingContract.compare(
                rule, model, new SettledBoard(table.rows(TABLE), ranks.size(), rule.order(), rule.ties()), random);
    }
}
