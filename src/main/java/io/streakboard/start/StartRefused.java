package io.streakboard.start;

import java.util.List;

/** The application must not start with this configuration; the message has a line for each reason. */
class StartRefused extends RuntimeException {

    StartRefused(List<String> reasons) {
        super(String.join(System.lineSeparator(), reasons));
    }
}
