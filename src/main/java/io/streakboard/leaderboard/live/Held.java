package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.live.set.Entries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an edition in Redis has of some members.
 *
 * @param values packed, by member
 * @param bound packed value of the best that was trimmed; null if none was
 * @param boundMember who that was, as it is written in Redis
 */
public record Held(Map<String, Long> values, @Nullable Long bound, String boundMember) {

    static Held of(Edition edition, List<String> members, List<?> reply) {
        var entries = new Entries(edition);
        var values = new HashMap<String, Long>();
        for (int i = 0; i < members.size(); i++) {
            var value = reply.get(i + 1);
            if (value != null) {
                values.put(members.get(i), entries.packed(value));
            }
        }
        var bound = (String) reply.getFirst();
        int space = bound.indexOf(' ');
        return space < 0
                ? new Held(values, null, "")
                : new Held(values, entries.packed(bound.substring(0, space)), bound.substring(space + 1));
    }

    /** Whether a member with a value is left out because it is not among the best. */
    boolean trimmed(long packed, String written) {
        return bound != null && (packed < bound || packed == bound && written.compareTo(boundMember) <= 0);
    }
}
