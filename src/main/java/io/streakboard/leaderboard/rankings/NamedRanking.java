package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.web.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A ranking and what it is one of.
 *
 * @param greatest the greatest score that the board can have
 * @param edition what it is in Redis; null if it is not there
 * @param compared pages of it, with their ranks compared if they are with something outside of it
 * @param scores the scores of members that are not ranked
 */
public record NamedRanking(
        String board,
        String title,
        Members members,
        long greatest,
        Period period,
        @Nullable String partition,
        Ranking ranking,
        @Nullable Edition edition,
        UnaryOperator<Page> compared,
        Function<String, Optional<Score>> scores) {

    public void checkMember(String field, String member) {
        if (!Naming.isMember(members, member)) {
            throw Problem.invalid(field, Naming.memberRule(members), "not-a-member", Map.of("board", board));
        }
    }
}
