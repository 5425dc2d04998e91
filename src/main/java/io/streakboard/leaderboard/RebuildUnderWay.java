package io.streakboard.leaderboard;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The board is being rebuilt already; two rebuilds at once would spoil each other. */
class RebuildUnderWay extends Problem {

    private RebuildUnderWay(String detail) {
        super(HttpStatus.CONFLICT, "rebuild-under-way", detail);
    }

    static RebuildUnderWay ofSeason(long season) {
        return new RebuildUnderWay("The board of season " + season + " is being rebuilt; try again in a minute");
    }
}
