package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
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

    /** @param found value and member of the bound, or nothing, then the members' values; null for missing members */
    static LiveValues of(Edition edition, List<Score> expected, List<?> found) {
        var values = new HashMap<String, Long>();
        for (int i = 0; i < expected.size(); i++) {
            if (found.get(i + 1) instanceof String value) {
                values.put(expected.get(i).member(), edition.packing().packed(Double.parseDouble(value)));
            }
        }
        var bound = (String) found.getFirst();
        if (bound.isEmpty()) {
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
