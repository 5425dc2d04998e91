package io.streakboard.leaderboard.rankings;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.streakboard.leaderboard.board.Entry.Direction;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * @param member the id; a pseudonym that begins with {@code ~} for a learner who is not shown
 * @param reachedAt null for points from before the first season
 */
@NamedInterface("among")
public record RankedMember(
        long rank,
        String member,
        @Nullable String name,
        @Nullable String avatar,
        long score,
        @Nullable Instant reachedAt,
        @Nullable @JsonRawValue String extra,
        @Nullable Direction trend,
        @Nullable Long delta) {}
