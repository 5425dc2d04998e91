package io.streakboard.leaderboard;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import org.springframework.stereotype.Component;

/** Finds the board of a season: in MySQL once it is settled, in Redis until then. */
@Component
class Boards {

    private final LiveBoard live;
    private final HistoryBoard history;

    Boards(LiveBoard live, HistoryBoard history) {
        this.live = live;
        this.history = history;
    }

    Board of(Season season) {
        return season.state() == State.SETTLED ? history : live;
    }
}
