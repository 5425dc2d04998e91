package io.streakboard.leaderboard.scores;

import io.streakboard.redis.Histories;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Says up to which edition all are complete in Redis, as there may be thousands. It names the histories of
 * all masters and the rules of the boards: if one of them is started anew or replaced, or the one that has the mark is
 * emptied, or a board is configured in another way, it does not count.
 *
 * <pre>SET streakboard:boards:complete "a0d1…+b2c3… 5f3c2a10 1742"    histories, rules, id of an edition</pre>
 */
@Component
class RestorationMark {

    private static final String KEY = "streakboard:boards:complete";

    private final StringRedisTemplate redis;
    private final String key;

    @Autowired
    RestorationMark(StringRedisTemplate redis) {
        this(redis, KEY);
    }

    RestorationMark(StringRedisTemplate redis, String key) {
        this.redis = redis;
        this.key = key;
    }

    /** @param id the edition up to which all are complete */
    record Reached(String state, long id) {

        Reached to(long newId) {
            return new Reached(state, newId);
        }
    }

    /** The first edition has the id 1, so 0 says that there is no mark that counts. */
    Reached read(String rules) {
        var state = String.join("+", Histories.of(redis)) + " " + rules + " ";
        var mark = redis.opsForValue().get(key);
        return mark != null && mark.startsWith(state)
                ? new Reached(state, Long.parseLong(mark.substring(state.length())))
                : new Reached(state, 0);
    }

    /** Begins at the first edition if there is no mark that counts. */
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

    /** Has all editions looked at again. */
    void drop() {
        redis.delete(key);
    }
}
