package io.streakboard.leaderboard.scores;

import io.streakboard.redis.ReplicationIds;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * The id of the edition up to which all are complete in Redis, because there may be thousands. The checkpoint contains
 * the replication ids of all masters and a digest of the boards' rules. It is void if a master restarts or is replaced,
 * if its own master is emptied, or if a board's configuration changes.
 *
 * <pre>SET streakboard:boards:complete "a0d1…+b2c3… 5f3c2a10 1742"    replication ids, rules, id of an edition</pre>
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

    /**
     * @param replicationIds of all masters, as they were when it was read
     * @param id the edition up to which all are complete
     */
    record Position(List<String> replicationIds, String rules, long id) {

        Position to(long newId) {
            return new Position(replicationIds, rules, newId);
        }

        private String state() {
            return String.join("+", replicationIds) + " " + rules + " ";
        }
    }

    /** Returns the id 0 without a valid checkpoint; the first edition has the id 1. */
    Position read(String rules) {
        var first = new Position(ReplicationIds.of(redis), rules, 0);
        var checkpoint = redis.opsForValue().get(key);
        return checkpoint != null && checkpoint.startsWith(first.state())
                ? first.to(Long.parseLong(checkpoint.substring(first.state().length())))
                : first;
    }

    /** Begins at the first edition if there is no valid checkpoint. */
    Position begin(String rules) {
        var position = read(rules);
        if (position.id() == 0) {
            redis.opsForValue().set(key, position.state() + 0);
        }
        return position;
    }

    /** Does nothing if Redis was emptied since the read, or the checkpoint was dropped. */
    void write(Position position) {
        redis.opsForValue().setIfPresent(key, position.state() + position.id());
    }

    /** Makes the next run check all editions again. */
    void drop() {
        redis.delete(key);
    }
}
