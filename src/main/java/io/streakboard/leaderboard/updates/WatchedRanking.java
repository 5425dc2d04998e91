package io.streakboard.leaderboard.updates;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The ranking that a stream shows: an edition, or the current one. JSON without line breaks. */
public interface WatchedRanking {

    /** Names the state of the edition. It differs after each change and on other editions. */
    String version();

    /** The first page as JSON. */
    String top();

    /**
     * The standings of some members as JSON, by member. Members that are not ranked are left out. Empty while the
     * ranking may lack members: then it is unknown which are not ranked.
     */
    Optional<Map<String, String>> standings(Collection<String> members);
}
