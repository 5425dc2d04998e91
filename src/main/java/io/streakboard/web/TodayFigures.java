package io.streakboard.web;

import java.time.Duration;

/** A module's figures of today for admins, a part of {@code /actuator/today}. */
public interface TodayFigures {

    /** Names the module's part of the answer. */
    String section();

    /** How long an instance repeats the figures, at least, before it computes them anew. */
    Duration freshFor();

    /** The figures, to be written as JSON. */
    Object figures();
}
