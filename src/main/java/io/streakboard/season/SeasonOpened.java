package io.streakboard.season;

/** A season has begun: from now on, what learners do counts for it. */
public record SeasonOpened(long seasonId, String name) {}
