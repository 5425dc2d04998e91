package io.streakboard.leaderboard.board;

import io.streakboard.web.LearnerKey;
import java.time.Instant;
import org.springframework.modulith.NamedInterface;

/**
 * A learner's place on a board.
 *
 * @param rank from 1
 * @param reachedAt when the learner reached the points, to the second
 */
@NamedInterface("seasons")
public record Standing(long rank, @LearnerKey long learner, long points, Instant reachedAt) {}
