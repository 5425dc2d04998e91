package io.streakboard.web;

import java.util.List;

/** Parts of the API that an installation may lack. The rules name them, so that a frontend does not ask in vain. */
@FunctionalInterface
public interface Features {

    /** The names of those that are on. */
    List<String> features();
}
