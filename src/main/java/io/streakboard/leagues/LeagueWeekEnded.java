package io.streakboard.leagues;

import java.time.Instant;
import java.time.LocalDate;

/**
 * A week of the leagues has ended, and its members have their next tiers. Delivered at least once.
 *
 * @param week its first day
 * @param members the learners who had points
 * @param points the sum of their points
 */
public record LeagueWeekEnded(LocalDate week, long members, long points, long promoted, long demoted, Instant at) {}
