package io.streakboard.leaderboard;

import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Tiebreakers;
import io.streakboard.leaderboard.live.BoardRebuild;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.runs.RunUnderWay;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The keys of a season's live board in Redis, for tests that break or replace it. The keys are spelled out, so that
 * tests fail if the application no longer finds the boards it has stored.
 */
public final class RawBoard {

    private static final Pattern PROCESS = Pattern.compile("run_id:(\\w+)");

    private RawBoard() {}

    /** The sorted set. */
    public static String key(long season) {
        return prefix(season) + "v3:live";
    }

    /** The mark of completeness. */
    public static String mark(long season) {
        return prefix(season) + "v3:complete";
    }

    /** The mark that it takes no more updates. */
    public static String seal(long season) {
        return prefix(season) + "sealed";
    }

    /** The mark that it is being rebuilt. */
    public static String rebuilding(long season) {
        return prefix(season) + "v3:rebuilding";
    }

    /** The value of the mark of completeness. */
    public static String process(String infoOfServer) {
        var process = PROCESS.matcher(infoOfServer);
        process.find();
        return process.group(1);
    }

    public static String member(JdbcClient jdbc, long season, long learner) {
        return members(jdbc, season).apply(learner);
    }

    /** Learners as members of a season's board. */
    public static LongFunction<String> members(JdbcClient jdbc, long season) {
        var secret = jdbc.sql("SELECT LOWER(HEX(secret)) FROM board_secret")
                .query(String.class)
                .single();
        var tiebreaker = new Tiebreakers(secret).of("season:" + season);
        return learner -> BoardMember.of(tiebreaker, learner);
    }

    public static long learner(String member) {
        return BoardMember.learner(member);
    }

    /** Begins to rebuild the board, which blocks other rebuilds. */
    public static BoardRebuild rebuild(LiveEdition board, boolean sealed) {
        return board.rebuild(sealed, List.of());
    }

    /** Deletes all keys of a season. */
    public static void lose(long season, StringRedisTemplate redis) {
        redis.unlink(Objects.requireNonNull(redis.keys(prefix(season) + "*")));
    }

    /**
     * Redis forgets all that it knows of a season, and no job builds the board anew before the returned rebuild is
     * closed. Waits for a rebuild that is under way.
     */
    public static BoardRebuild keepLost(long season, LiveEdition board, StringRedisTemplate redis) {
        return await().ignoreExceptionsInstanceOf(RunUnderWay.class)
                .until(
                        () -> {
                            lose(season, redis);
                            return rebuild(board, false);
                        },
                        Objects::nonNull);
    }

    private static String prefix(long season) {
        return "streakboard:board:{season:" + season + "}:";
    }
}
