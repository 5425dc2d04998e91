package io.streakboard.signin.reconciliation;

import io.streakboard.redis.ReplicationIds;
import io.streakboard.signin.calendar.CompletenessMark;
import java.util.List;
import java.util.Set;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Checks whether all partitions are complete. Usually it only compares the masters' replication ids, which takes two
 * commands a master instead of more than a hundred for 128 marks: while the ids stay the same, complete partitions stay
 * complete unless keys are removed by hand.
 *
 * @see ReplicationIds
 */
@Component
class MarkChecks {

    /** Every n-th check reads the marks themselves: 5 minutes. Sign-ins notice a missing one at once. */
    private static final int READ_EVERY = 60;

    private final CompletenessMark mark;
    private final StringRedisTemplate redis;
    private List<String> lastIds = List.of();
    private int checksLeft;

    MarkChecks(CompletenessMark mark, StringRedisTemplate redis) {
        this.mark = mark;
        this.redis = redis;
    }

    /** The partitions that are not complete. */
    synchronized Set<Integer> missing() {
        var replicationIds = ReplicationIds.of(redis);
        if (!replicationIds.isEmpty() && replicationIds.equals(lastIds) && --checksLeft > 0) {
            return Set.of();
        }
        lastIds = List.of();
        var missing = mark.missing();
        if (missing.isEmpty()) {
            lastIds = replicationIds;
            checksLeft = READ_EVERY;
        }
        return missing;
    }

    /** The same after a sign-in has found a mark missing: the marks themselves are read. */
    synchronized Set<Integer> missingNow() {
        lastIds = List.of();
        return missing();
    }
}
