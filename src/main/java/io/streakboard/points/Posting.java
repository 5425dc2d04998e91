package io.streakboard.points;

import java.time.Instant;
import java.time.LocalDate;

/**
 * An activity on its way into the ledger.
 *
 * @param day of the activity in the business zone
 * @param season the season of that day
 * @param points what it is worth before the cap
 */
record Posting(long learner, String type, String sourceId, Instant occurredAt, LocalDate day, long season, int points) {

    /** What makes an activity the same as another: source ids count within the season of its time. */
    record Key(long season, long learner, String type, String sourceId) {}

    /** What shares one daily cap. A day lies in one season, as seasons begin with days. */
    record DayOfType(long learner, LocalDate day, String type) {}

    Key key() {
        return new Key(season, learner, type, sourceId);
    }

    DayOfType dayOfType() {
        return new DayOfType(learner, day, type);
    }
}
