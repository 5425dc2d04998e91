package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.season.Season;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A ranking with its board, period and partition.
 *
 * @param season of the points board; null of others
 * @param edition the edition in Redis; null if it is not there
 * @param compared pages of it, with their ranks compared if they are with something outside of it
 * @param scores the scores of members that are not ranked
 */
public record NamedRanking(
        BoardRule board,
        Period period,
        @Nullable String partition,
        @Nullable Season season,
        Ranking ranking,
        @Nullable Edition edition,
        UnaryOperator<Page> compared,
        Function<String, Optional<Score>> scores) {

    private static final String ME = "me";

    /** The caller as a member; null if the caller or the members are no learners. */
    @Nullable
    String me(CurrentCaller caller) {
        var learner = caller.learner();
        return learner == null || board.members() != Members.LEARNER ? null : Long.toString(learner);
    }

    /** The member that a path names: {@code me} stands for the caller where members are learners. */
    String member(String named, CurrentCaller caller) {
        var me = me(caller);
        if (me != null && named.equals(ME)) {
            return me;
        }
        checkMember("member", named);
        return named;
    }

    /** The members whom a caller sees whatever they have chosen: itself, and whom the platform asks for. */
    Predicate<String> own(CurrentCaller caller, Collection<String> asked) {
        var me = me(caller);
        return member -> member.equals(me) || caller.platform() && asked.contains(member);
    }

    public void checkMember(String field, String member) {
        Naming.checkMember(board, field, member);
    }
}
