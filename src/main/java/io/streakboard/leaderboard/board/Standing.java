package io.streakboard.leaderboard.board;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import org.springframework.modulith.NamedInterface;

/**
 * A learner's place on a board.
 *
 * @param rank from 1
 * @param reachedAt when the learner reached the points, to the second
 */
@NamedInterface("seasons")
public record Standing(
        long rank,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long learner,
        long points,
        Instant reachedAt) {}
