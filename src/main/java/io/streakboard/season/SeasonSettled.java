package io.streakboard.season;

/** A season's board is final and proven complete. */
public record SeasonSettled(long seasonId, String name, long learners, long points) {}
