package io.streakboard.season;

/** A season has begun: from now on activities count for it. */
public record SeasonOpened(long seasonId, String name) {}
