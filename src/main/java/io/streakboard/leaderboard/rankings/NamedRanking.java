package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.season.Season;
import io.streakboard.web.Outage;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A ranking with its board, period and partition.
 *
 * @param season only of the points board; else null
 * @param source the source of the edition in Redis; null if it is not there
 * @param compared compares the ranks of its pages with another ranking, if the board does so
 * @param filling whether members may be missing, because the board is being filled from the ledger
 */
public record NamedRanking(
        BoardRule board,
        Period period,
        @Nullable String partition,
        @Nullable Season season,
        Ranking ranking,
        @Nullable EditionSource source,
        UnaryOperator<Page> compared,
        boolean filling) {

    private static final String ME = "me";

    /** Whether members may be missing on a page, which may itself say so, or scores in MySQL. */
    boolean degraded(boolean page) {
        return page || filling || Outage.ofMySql();
    }

    /** The edition in Redis; null if it is not there. */
    @Nullable
    Edition edition() {
        return source == null ? null : source.edition();
    }

    /**
     * The score of a member in MySQL, for members without a rank and while Redis lacks the edition; empty if there is
     * none, or MySQL is down.
     */
    Optional<Score> stored(String member) {
        return Optional.ofNullable(source)
                .flatMap(known -> Outage.withFallback(() -> known.score(member), () -> Optional.of(Optional.empty())))
                .filter(score -> score.reachedAt() != null);
    }

    /** The caller as a member; null if the caller or the members are no learners. */
    @Nullable
    String me(CurrentCaller caller) {
        var learner = caller.learner();
        return learner == null || board.members() != Members.LEARNER ? null : Long.toString(learner);
    }

    /** The member that a path names. On a board of learners {@code me} is the caller. */
    String member(String named, CurrentCaller caller, MemberKeys keys) {
        var me = me(caller);
        return me != null && named.equals(ME) ? me : keys.checked(board, "member", named);
    }

    /**
     * The members that are visible to a caller regardless of their privacy choice: the caller, and for the platform
     * members requested by id.
     */
    Predicate<String> own(CurrentCaller caller, Collection<String> asked) {
        var me = me(caller);
        return member -> member.equals(me) || caller.platform() && asked.contains(member);
    }

    public void checkMember(String field, String member) {
        Naming.checkMember(board, field, member);
    }
}
