package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a board's cycle.
 *
 * @param key {@code all}, or for example {@code 2026-11-21T10:30}, {@code 2026-11-21}, {@code 2026-W47}; unique in the
 *     cycle
 * @param startsAt inclusive; null if it has always been open
 * @param endsAt exclusive; null if it never ends
 */
public record Period(
        String key, @Nullable Instant startsAt, @Nullable Instant endsAt) {}
