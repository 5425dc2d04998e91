package io.streakboard.leaderboard;

import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A live board as it lies in Redis, for tests that break or replace it. */
public final class RawBoard {

    private static final Pattern PROCESS = Pattern.compile("run_id:(\\w+)");

    private RawBoard() {}

    /** The sorted set. */
    public static String key(long season) {
        return BoardKeys.live(season);
    }

    /** The mark that it has what MySQL has. */
    public static String mark(long season) {
        return BoardKeys.complete(season);
    }

    /** The mark that it takes no more updates. */
    public static String seal(long season) {
        return BoardKeys.sealed(season);
    }

    /** The value of the mark of completeness. */
    public static String process(String infoOfServer) {
        var process = PROCESS.matcher(infoOfServer);
        process.find();
        return process.group(1);
    }

    public static String member(long learner) {
        return BoardMember.of(learner);
    }

    public static long learner(String member) {
        return BoardMember.learner(member);
    }

    /** Redis forgets all that it knows of a season. */
    public static void lose(long season, StringRedisTemplate redis) {
        redis.unlink(Objects.requireNonNull(redis.keys("streakboard:board:{season:" + season + "}:*")));
    }
}
