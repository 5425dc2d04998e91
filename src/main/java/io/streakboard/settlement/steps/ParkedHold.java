package io.streakboard.settlement.steps;

import io.streakboard.season.Season;
import io.streakboard.season.SeasonHolds;
import io.streakboard.signin.ParkedSignIns;
import org.springframework.stereotype.Component;

/** Holds a season while sign-ins of its time are parked, until an admin replays them or gives them up. */
@Component
public class ParkedHold {

    private static final String OWNER = "parked-sign-ins";

    private final ParkedSignIns parked;
    private final SeasonHolds holds;

    ParkedHold(ParkedSignIns parked, SeasonHolds holds) {
        this.parked = parked;
        this.holds = holds;
    }

    /** Holds the season, or releases it if nothing is parked. */
    void look(Season season) {
        long waiting = parked.waiting(season.startsAt(), season.endsAt());
        if (waiting > 0) {
            holds.hold(season.id(), OWNER, "%d to be replayed or given up".formatted(waiting));
        } else {
            holds.release(season.id(), OWNER);
        }
    }

    /** Gives the sign-ins up: the season is sealed without them. */
    public void giveUp(Season season) {
        parked.giveUp(season.startsAt(), season.endsAt());
    }
}
