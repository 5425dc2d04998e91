package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.privacy.LearnerPrivacy;
import io.streakboard.identity.privacy.Visibility;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.scores.HiddenOnPoints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides for all answers what a caller sees of the learners on a board. A learner who is not shown keeps rank and
 * score, so that pages have no holes, but gets a stand-in as id. A request for the real id finds no such member.
 */
@Component
class VisibilityFilter {

    /** For callers without own entries, such as the watchers of a stream. */
    static final Predicate<String> NOBODY = member -> false;

    /** For admins, whose reads are recorded. */
    static final Predicate<String> EVERYBODY = member -> true;

    private static final String NO_LEARNER = "0";

    /** Bits that the version of privacy hardly exceeds. */
    private static final int ABOVE_PRIVACY = 30;

    private final LearnerPrivacy privacy;
    private final HiddenOnPoints hidden;
    private final Pseudonyms pseudonyms;

    VisibilityFilter(LearnerPrivacy privacy, HiddenOnPoints hidden, Pseudonyms pseudonyms) {
        this.hidden = hidden;
        this.privacy = privacy;
        this.pseudonyms = pseudonyms;
    }

    /**
     * @param own the members that the caller sees regardless of their privacy choice
     * @param board null for a ranking outside any board
     */
    Visibility visibility(@Nullable BoardRule board, String member, Predicate<String> own) {
        if (board != null && board.members() != Members.LEARNER || own.test(member)) {
            return Visibility.SHOWN;
        }
        return board != null && board.name().equals(BoardRule.POINTS) && hidden.contains(member)
                ? Visibility.HIDDEN
                : privacy.visibility(Long.valueOf(member));
    }

    /** Whether the caller must not find a member. */
    boolean covers(NamedRanking ranking, String member, Predicate<String> own) {
        return visibility(ranking.board(), member, own) != Visibility.SHOWN;
    }

    /**
     * Members to look up when a caller asks for some. In place of each that the caller must not find, an id that no
     * learner has: the answer then takes the same work as for an unknown member, and its time tells nothing.
     */
    List<String> lookedUp(NamedRanking ranking, Collection<String> asked, Predicate<String> own) {
        var members = new ArrayList<String>();
        for (var member : new LinkedHashSet<>(asked)) {
            members.add(covers(ranking, member, own) ? NO_LEARNER.repeat(members.size() + 1) : member);
        }
        return members;
    }

    String lookedUp(NamedRanking ranking, String asked, Predicate<String> own) {
        return lookedUp(ranking, List.of(asked), own).getFirst();
    }

    /** Whether a learner is hidden from others. */
    boolean covers(Long learner) {
        return privacy.visibility(learner) != Visibility.SHOWN;
    }

    /** Names a ranking for {@link #standIn}. */
    String key(NamedRanking ranking) {
        return ranking.board().name() + " " + ranking.period().key() + " " + ranking.partition();
    }

    /** A stand-in for the id of a member. */
    String standIn(String ranking, String member) {
        return pseudonyms.of(ranking, member);
    }

    /** Changes with each new choice of a learner or an admin, because earlier pages may be outdated then. */
    long version() {
        return privacy.version() + (hidden.version() << ABOVE_PRIVACY);
    }
}
