package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.privacy.LearnerPrivacy;
import io.streakboard.identity.privacy.Visibility;
import io.streakboard.leaderboard.board.BoardRule.Members;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * What a caller sees of the learners on a board: the one place that decides it, for all answers. A learner who is not
 * shown keeps rank and score, so that pages have no holes, but has a stand-in as id. Asked for by the id, the learner is
 * not on the board.
 */
@Component
class Veil {

    /** Callers whose own entries are not known, such as all who watch a stream: nobody is theirs. */
    static final Predicate<String> NOBODY = member -> false;

    /** Admins, whose reads are recorded. */
    static final Predicate<String> EVERYBODY = member -> true;

    private final LearnerPrivacy privacy;
    private final Pseudonyms pseudonyms;

    Veil(LearnerPrivacy privacy, Pseudonyms pseudonyms) {
        this.privacy = privacy;
        this.pseudonyms = pseudonyms;
    }

    /** @param own the members that the caller sees whatever they have chosen */
    Visibility visibility(Members members, String member, Predicate<String> own) {
        return members != Members.LEARNER || own.test(member)
                ? Visibility.SHOWN
                : privacy.visibility(Long.valueOf(member));
    }

    /** Whether the caller must not find a member. */
    boolean covers(NamedRanking ranking, String member, Predicate<String> own) {
        return visibility(ranking.board().members(), member, own) != Visibility.SHOWN;
    }

    /** Whether a learner is not shown to others. */
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

    /** Another one whenever a learner has chosen anew, as pages that were shown before may not fit any more. */
    long version() {
        return privacy.version();
    }
}
