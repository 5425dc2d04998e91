package io.streakboard.leaderboard.updates;

/** An edition as it was at one moment, the same for all who watch it. */
record Frame(String version, String top) {}
