package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A member's score on an edition. It is absolute, so it may be written twice and in any order.
 *
 * @param member the learner's id, or the name of another member
 * @param reachedAt when the member reached the score; null: the member is not ranked
 * @param corrections how often the member's place became worse, or its entry changed at the same place. The score with
 *     more corrections is newer; with equal numbers the better score is newer
 * @param extra the JSON sent with the score
 * @param closing the state before the last day on which the member moved; null if it never moved or days are not
 *     compared
 */
public record Score(
        String member,
        long score,
        @Nullable Instant reachedAt,
        int corrections,
        @Nullable String extra,
        @Nullable ClosingScore closing) {

    /** The time of an opening balance, which was reached at an unknown time. Entries show none. */
    public static final Instant TIME_UNKNOWN = Instant.EPOCH;

    /**
     * A member's state at the end of a day, recorded by the first change of the next day.
     *
     * @param until end of that next day; the later of two wins
     * @param reachedAt null: the member was not ranked
     */
    public record ClosingScore(
            Instant until, long score, @Nullable Instant reachedAt) {}

    /** A score without an earlier state to compare with. */
    public Score(String member, long score, @Nullable Instant reachedAt, int corrections, @Nullable String extra) {
        this(member, score, reachedAt, corrections, extra, null);
    }

    /** When the member reached the score; null if unknown. */
    public @Nullable Instant knownTime() {
        return TIME_UNKNOWN.equals(reachedAt) ? null : reachedAt;
    }

    public long learner() {
        return Long.parseLong(member);
    }

    /** Points of a learner. 0 or less: the learner is not ranked. */
    public static Score ofLearner(long learner, long points, @Nullable Instant reachedAt, int corrections) {
        return new Score(Long.toString(learner), points, points > 0 ? reachedAt : null, corrections, null);
    }

    public Score with(@Nullable ClosingScore newClosing) {
        return new Score(member, score, reachedAt, corrections, extra, newClosing);
    }
}
