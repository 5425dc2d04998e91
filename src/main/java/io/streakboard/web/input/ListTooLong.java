package io.streakboard.web.input;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

/** A list in a body exceeds the limit of its route. */
public class ListTooLong extends DatabindException {

    private final int most;

    ListTooLong(JsonParser parser, int most) {
        super(parser, "A list has more than " + most + " items");
        this.most = most;
    }

    public int most() {
        return most;
    }
}
