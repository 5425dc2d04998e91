package io.streakboard.runs;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** A run of the job is under way, here or on another instance. */
public class RunUnderWay extends Problem {

    private RunUnderWay(String detail) {
        super(HttpStatus.CONFLICT, "run-under-way", detail);
    }

    /** @param detail the run, and where to watch it */
    public static RunUnderWay of(String detail) {
        return new RunUnderWay(detail);
    }
}
