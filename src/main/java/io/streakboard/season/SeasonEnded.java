package io.streakboard.season;

/** A season's time is over. Its activities may still arrive until it is sealed. */
public record SeasonEnded(long seasonId, String name) {}
