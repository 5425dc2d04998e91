package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of some members of an edition in Redis.
 *
 * @param values packed, by member
 * @param bound packed value of the best trimmed member; null if none was trimmed
 * @param boundMember that member, as written in Redis
 */
public record LiveValues(Map<String, Long> values, @Nullable Long bound, String boundMember) {

    /**
     * @param found the members' values in Redis; null for missing members
     * @param bound value and member; null if none was trimmed
     */
    static LiveValues of(Edition edition, List<String> members, List<?> found, @Nullable String bound) {
        var values = new HashMap<String, Long>();
        for (int i = 0; i < members.size(); i++) {
            if (found.get(i) instanceof Double value) {
                values.put(members.get(i), edition.packing().packed(value));
            }
        }
        if (bound == null) {
            return new LiveValues(values, null, "");
        }
        int space = bound.indexOf(' ');
        double best = Double.parseDouble(bound.substring(0, space));
        return new LiveValues(values, edition.packing().packed(best), bound.substring(space + 1));
    }

    /** Whether a member with a value was trimmed because it is not among the best. */
    boolean trimmed(long packed, String written) {
        return bound != null && (packed < bound || packed == bound && written.compareTo(boundMember) <= 0);
    }
}
