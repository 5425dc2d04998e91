package io.streakboard.points;

import org.springframework.stereotype.Service;

/** What arrived after the seal of its season. */
@Service
public class LateActivities {

    private final LateTable table;

    LateActivities(LateTable table) {
        this.table = table;
    }

    /** How many activities of a season came too late for it. */
    public long count(long season) {
        return table.count(season);
    }
}
