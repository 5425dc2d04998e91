package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A learner's points on an edition. They are absolute, so a score may be written twice and in any order.
 *
 * @param points 0 or less: the learner is not ranked
 * @param reachedAt when the learner reached the points; null if there are none yet
 * @param corrections how often the points have been lowered; of two scores the one with more corrections is newer
 */
public record Score(long learner, long points, @Nullable Instant reachedAt, int corrections) {}
