package io.streakboard.leaderboard.board;

import java.time.Instant;

/**
 * A learner's place on a board.
 *
 * @param rank from 1
 * @param reachedAt when the learner reached the points, to the second
 */
public record Standing(long rank, long learner, long points, Instant reachedAt) {}
