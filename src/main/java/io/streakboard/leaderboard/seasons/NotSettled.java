package io.streakboard.leaderboard.seasons;

import io.streakboard.season.Season;
import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The season's board is not final yet. */
class NotSettled extends Problem {

    private NotSettled(String detail) {
        super(HttpStatus.CONFLICT, "season-not-settled", detail);
    }

    static NotSettled of(Season season) {
        return new NotSettled("Season " + season.name() + " is not settled, but " + season.state());
    }
}
