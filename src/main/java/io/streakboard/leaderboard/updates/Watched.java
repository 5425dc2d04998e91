package io.streakboard.leaderboard.updates;

import java.util.Collection;
import java.util.Map;

/** What a stream shows: an edition, or whichever is the current one. JSON is without line breaks. */
public interface Watched {

    /** Names the state of the edition. It is another one after each change, and on another edition. */
    String version();

    /** The first page as JSON. */
    String top();

    /** The standings of some members as JSON, by member. Members that are not ranked are left out. */
    Map<String, String> standings(Collection<String> members);
}
