package io.streakboard.leaderboard.rules;

import java.util.List;

/** The boards that are configured cannot be; the message has a line for each mistake. */
class BoardsNotAllowed extends RuntimeException {

    BoardsNotAllowed(List<String> mistakes) {
        super(String.join(System.lineSeparator(), mistakes));
    }
}
