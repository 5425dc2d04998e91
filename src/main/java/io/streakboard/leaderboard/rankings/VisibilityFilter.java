package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.privacy.LearnerPrivacy;
import io.streakboard.identity.privacy.Visibility;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.scores.HiddenMembers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The visibility of learners on boards, for all responses. A hidden learner keeps rank and score, so that pages have no
 * holes, but gets a pseudonym as id. A request for the real id finds no such member.
 */
@Component
class VisibilityFilter {

    /** For callers without own entries, such as the viewers of a stream. */
    static final Predicate<String> NONE = member -> false;

    /** For admins, whose reads are recorded. */
    static final Predicate<String> ALL = member -> true;

    private static final String NO_LEARNER = "0";

    /** Bits reserved for the version of privacy. */
    private static final int ABOVE_PRIVACY = 30;

    private final LearnerPrivacy privacy;
    private final HiddenMembers hidden;
    private final Pseudonyms pseudonyms;

    VisibilityFilter(LearnerPrivacy privacy, HiddenMembers hidden, Pseudonyms pseudonyms) {
        this.hidden = hidden;
        this.privacy = privacy;
        this.pseudonyms = pseudonyms;
    }

    /**
     * @param own members visible to the caller regardless of their privacy choice
     * @param board null for a ranking outside any board
     */
    Visibility visibility(@Nullable BoardRule board, String member, Predicate<String> own) {
        if (board != null && board.members() != Members.LEARNER || own.test(member)) {
            return Visibility.SHOWN;
        }
        return board != null && board.ranksPoints() && hidden.onPoints(member)
                ? Visibility.HIDDEN
                : privacy.visibility(Long.valueOf(member));
    }

    /** Whether a member is hidden from the caller. */
    boolean hides(NamedRanking ranking, String member, Predicate<String> own) {
        return visibility(ranking.board(), member, own) != Visibility.SHOWN;
    }

    /**
     * Members to look up for a request. Replaces each hidden member by an id that no learner has: the response then
     * costs the same as for an unknown member, and its time reveals nothing.
     */
    List<String> lookedUp(NamedRanking ranking, Collection<String> asked, Predicate<String> own) {
        var members = new ArrayList<String>();
        for (var member : new LinkedHashSet<>(asked)) {
            members.add(hides(ranking, member, own) ? NO_LEARNER.repeat(members.size() + 1) : member);
        }
        return members;
    }

    String lookedUp(NamedRanking ranking, String asked, Predicate<String> own) {
        return lookedUp(ranking, List.of(asked), own).getFirst();
    }

    /** Whether a learner is hidden from others. */
    boolean hides(Long learner) {
        return privacy.visibility(learner) != Visibility.SHOWN;
    }

    /** Names a ranking for {@link #pseudonym}. */
    String key(NamedRanking ranking) {
        return ranking.board().name() + " " + ranking.period().key() + " " + ranking.partition();
    }

    /** The pseudonym of a member. */
    String pseudonym(String ranking, String member) {
        return pseudonyms.of(ranking, member);
    }

    /** Changes with each new choice of a learner or an admin, which may outdate earlier pages. */
    long version() {
        return privacy.version() + (hidden.version() << ABOVE_PRIVACY);
    }
}
