package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The board is being rebuilt already; two rebuilds at once would spoil each other. */
public class RebuildUnderWay extends Problem {

    private RebuildUnderWay(String detail) {
        super(HttpStatus.CONFLICT, "rebuild-under-way", detail);
    }

    static RebuildUnderWay of(Edition edition) {
        return new RebuildUnderWay("The board " + edition.name() + " is being rebuilt; try again in a minute");
    }
}
