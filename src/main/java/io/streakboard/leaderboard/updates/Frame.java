package io.streakboard.leaderboard.updates;

/** The state of an edition at one moment, the same for all watchers. */
record Frame(String version, String top) {}
