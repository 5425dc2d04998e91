package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A member's score on an edition. It is absolute, so it may be written twice and in any order.
 *
 * @param member the learner's id, or the name of another member
 * @param reachedAt when the member reached the score; null: the member is not ranked
 * @param corrections how often the member's place has become worse, or something else was shown at the same place; of
 *     two scores the one with more corrections is newer, of two with the same number the better one
 * @param extra what was sent with the score, as JSON
 * @param closing what the member had when the day before ended, if it has moved today or on a day before; null if it
 *     has not moved or nobody compares
 */
public record Score(
        String member,
        long score,
        @Nullable Instant reachedAt,
        int corrections,
        @Nullable String extra,
        @Nullable Closing closing) {

    /**
     * What a member had when a day ended, noted by the first change of the day after.
     *
     * @param until when that day after ends. Of two the later one counts
     * @param reachedAt null: the member was not ranked
     */
    public record Closing(
            Instant until, long score, @Nullable Instant reachedAt) {}

    /** A score that nobody compares with an earlier one. */
    public Score(String member, long score, @Nullable Instant reachedAt, int corrections, @Nullable String extra) {
        this(member, score, reachedAt, corrections, extra, null);
    }

    public long learner() {
        return Long.parseLong(member);
    }

    /** Points of a learner. 0 or less: the learner is not ranked. */
    public static Score ofLearner(long learner, long points, @Nullable Instant reachedAt, int corrections) {
        return new Score(Long.toString(learner), points, points > 0 ? reachedAt : null, corrections, null);
    }

    public Score with(@Nullable Closing newClosing) {
        return new Score(member, score, reachedAt, corrections, extra, newClosing);
    }
}
