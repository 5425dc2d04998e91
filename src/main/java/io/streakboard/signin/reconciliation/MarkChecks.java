package io.streakboard.signin.reconciliation;

import io.streakboard.redis.Histories;
import io.streakboard.signin.calendar.CompletenessMark;
import java.util.List;
import java.util.Set;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Checks the marks of all partitions, but not each time: while the masters of Redis have the same histories, complete
 * marks stay complete unless keys are removed by hand. Histories cost two commands a master, the marks of 128
 * partitions some hundred.
 *
 * @see Histories
 */
@Component
class MarkChecks {

    /** At least every so many checks, the marks themselves are checked. */
    private static final int LOOKS = 12;

    private final CompletenessMark mark;
    private final StringRedisTemplate redis;
    private List<String> seen = List.of();
    private int looksLeft;

    MarkChecks(CompletenessMark mark, StringRedisTemplate redis) {
        this.mark = mark;
        this.redis = redis;
    }

    /** The partitions that are not complete. */
    synchronized Set<Integer> missing() {
        var histories = Histories.of(redis);
        if (!histories.isEmpty() && histories.equals(seen) && --looksLeft > 0) {
            return Set.of();
        }
        seen = List.of();
        var missing = mark.missing();
        if (missing.isEmpty()) {
            seen = histories;
            looksLeft = LOOKS;
        }
        return missing;
    }
}
