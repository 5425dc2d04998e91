package io.streakboard.leaderboard.scores;

import io.streakboard.redis.ReplicationIds;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Marks the id of the edition up to which all are complete in Redis, because there may be thousands. The mark names the
 * histories of all masters and the rules of the boards. It is void if a master restarts or is replaced, if its own
 * master is emptied, or if a board's configuration changes.
 *
 * <pre>SET streakboard:boards:complete "a0d1…+b2c3… 5f3c2a10 1742"    histories, rules, id of an edition</pre>
 */
@Component
class RestoreCheckpoint {

    private static final String KEY = "streakboard:boards:complete";

    private final StringRedisTemplate redis;
    private final String key;

    @Autowired
    RestoreCheckpoint(StringRedisTemplate redis) {
        this(redis, KEY);
    }

    RestoreCheckpoint(StringRedisTemplate redis, String key) {
        this.redis = redis;
        this.key = key;
    }

    /** @param id the edition up to which all are complete */
    record Reached(String state, long id) {

        Reached to(long newId) {
            return new Reached(state, newId);
        }
    }

    /** Returns the id 0 without a valid mark; the first edition has the id 1. */
    Reached read(String rules) {
        var state = String.join("+", ReplicationIds.of(redis)) + " " + rules + " ";
        var checkpoint = redis.opsForValue().get(key);
        return checkpoint != null && checkpoint.startsWith(state)
                ? new Reached(state, Long.parseLong(checkpoint.substring(state.length())))
                : new Reached(state, 0);
    }

    /** Begins at the first edition if there is no valid mark. */
    Reached begin(String rules) {
        var reached = read(rules);
        if (reached.id() == 0) {
            redis.opsForValue().set(key, reached.state() + 0);
        }
        return reached;
    }

    /** Does nothing if Redis was emptied since the mark was read, or the mark was dropped. */
    void write(Reached reached) {
        redis.opsForValue().setIfPresent(key, reached.state() + reached.id());
    }

    /** Makes the next run look at all editions again. */
    void drop() {
        redis.delete(key);
    }
}
