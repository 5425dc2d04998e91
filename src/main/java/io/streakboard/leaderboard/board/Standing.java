package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.springframework.modulith.NamedInterface;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * A learner's place on a board.
 *
 * @param rank from 1
 * @param reachedAt when the learner reached the points, to the second
 */
@NamedInterface("seasons")
public record Standing(
        long rank,
        @JsonSerialize(using = ToStringSerializer.class) long learner,
        long points,
        Instant reachedAt) {}
