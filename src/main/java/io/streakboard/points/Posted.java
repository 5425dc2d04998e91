package io.streakboard.points;

import java.util.Map;

/**
 * What became of the postings of a transaction. It is published before the commit, for whoever counts; it is none of
 * the events that other modules hear of.
 */
record Posted(Map<Kind, Long> numbers) {

    record Kind(String type, Outcome outcome) {}
}
