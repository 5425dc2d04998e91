package io.streakboard.leaderboard.live;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an edition in Redis differs from MySQL.
 *
 * @param members in Redis
 * @param learners that are ranked by what MySQL has
 * @param missing those that Redis lacks
 * @param different members whose score or time is not that in MySQL
 * @param surplus members that are not ranked by what MySQL has
 * @param examples the first that differ; of surplus members only those that MySQL knows, as hidden for example
 */
public record BoardDrift(
        long members, long learners, long missing, long different, long surplus, List<Difference> examples) {

    /**
     * @param expected the score in MySQL; null if the member is not to be ranked
     * @param found the score in Redis; null if it is missing
     */
    public record Difference(
            String member,
            @Nullable Long expected,
            @Nullable Long found) {}

    public boolean none() {
        return missing == 0 && different == 0 && surplus == 0;
    }
}
