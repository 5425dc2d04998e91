package io.streakboard.web;

import java.util.List;

/** Optional parts of the API. The rules name them, so that a frontend knows which it can call. */
@FunctionalInterface
public interface Features {

    /** The names of the enabled features. */
    List<String> features();
}
