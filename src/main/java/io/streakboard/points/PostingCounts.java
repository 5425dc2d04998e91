package io.streakboard.points;

import java.util.Map;

/** Outcomes of a transaction's postings, published before the commit for metrics. Not an event for other modules. */
record PostingCounts(Map<TypeOutcome, Long> numbers) {

    record TypeOutcome(String type, Outcome outcome) {}
}
