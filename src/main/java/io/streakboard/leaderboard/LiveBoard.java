package io.streakboard.leaderboard;

import io.streakboard.redis.LuaScript;
import io.streakboard.season.Season;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The boards of seasons that are not settled yet, a sorted set each. All keys of a season share a hash tag, so that
 * scripts and renames stay in one cluster slot.
 *
 * <pre>
 * streakboard:board:{season:12}:live                sorted set  member = learner, score as in {@link BoardScore}
 * streakboard:board:{season:12}:corrections         hash        how often a learner's total was lowered
 * streakboard:board:{season:12}:sealed              string      mark: takes no more updates
 * streakboard:board:{season:12}:rebuilding          string      mark: updates go to the next two as well
 * streakboard:board:{season:12}:rebuilt             sorted set  what will replace the live one
 * streakboard:board:{season:12}:rebuilt:corrections hash
 *
 * ZADD      streakboard:board:{season:12}:live GT 4190208 42         in update.lua
 * ZREVRANGE streakboard:board:{season:12}:live 0 19 WITHSCORES       in page.lua
 * </pre>
 */
@Component
class LiveBoard implements Board {

    /** A member's new total: absolute, so that it may be written again and in any order. */
    record Update(long learner, long score, int corrections) {}

    private static final Duration MARK_OUTLIVES_SEASON = Duration.ofDays(30);
    static final int BATCH = 1000;

    static final RedisScript<Long> UPDATE = LuaScript.of("leaderboard/update", Long.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> PAGE = LuaScript.of("leaderboard/page", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> STANDINGS = LuaScript.of("leaderboard/standings", List.class);

    private final StringRedisTemplate redis;

    LiveBoard(StringRedisTemplate redis) {
        this.redis = redis;
    }

    static String key(long season, String part) {
        return "streakboard:board:{season:" + season + "}:" + part;
    }

    /** Begins to build a season's board anew. */
    BoardRebuild rebuild(long season) {
        return new BoardRebuild(redis, season);
    }

    /** Writes totals; does nothing on a sealed board. */
    void update(long season, List<Update> updates) {
        for (int from = 0; from < updates.size(); from += BATCH) {
            var batch = updates.subList(from, Math.min(from + BATCH, updates.size()));
            redis.execute(
                    UPDATE,
                    List.of(
                            key(season, "live"),
                            key(season, "corrections"),
                            key(season, "rebuilt"),
                            key(season, "rebuilt:corrections"),
                            key(season, "sealed"),
                            key(season, "rebuilding")),
                    arguments(batch));
        }
    }

    @Override
    public Page page(Season season, long offset, int size, long learner) {
        return read(season, Long.toString(offset), size, learner);
    }

    @Override
    public Page around(Season season, int radius, long learner) {
        return read(season, "around", radius, learner);
    }

    private Page read(Season season, String first, int count, long learner) {
        var member = learner == 0 ? "" : Long.toString(learner);
        var reply = Objects.requireNonNull(
                redis.execute(PAGE, List.of(key(season.id(), "live")), first, Integer.toString(count), member));
        var score = BoardScore.of(season);
        long rank = (Long) reply.get(1);
        var stretch = (List<?>) reply.get(2);
        var standings = new ArrayList<Standing>(stretch.size() / 2);
        for (int i = 0; i < stretch.size(); i += 2) {
            standings.add(standing(score, ++rank, stretch.get(i), stretch.get(i + 1)));
        }
        long mine = (Long) reply.get(3);
        return new Page(
                (Long) reply.get(0), standings, mine < 0 ? null : standing(score, mine + 1, member, reply.get(4)));
    }

    @Override
    public List<Standing> standings(Season season, Collection<Long> learners) {
        var reply = Objects.requireNonNull(redis.execute(
                STANDINGS,
                List.of(key(season.id(), "live")),
                learners.stream().map(String::valueOf).toArray()));
        var score = BoardScore.of(season);
        var standings = new ArrayList<Standing>(reply.size() / 3);
        for (int i = 0; i < reply.size(); i += 3) {
            standings.add(standing(score, (Long) reply.get(i) + 1, reply.get(i + 1), reply.get(i + 2)));
        }
        standings.sort(Comparator.comparingLong(Standing::rank));
        return standings;
    }

    long members(long season) {
        return Objects.requireNonNullElse(redis.opsForZSet().zCard(key(season, "live")), 0L);
    }

    /** Lets no more updates in. */
    void seal(long season) {
        redis.opsForValue().set(key(season, "sealed"), "1");
    }

    /** Removes the board, and ends a rebuild. The seal stays for a while, against an update that wakes up late. */
    void clear(long season) {
        redis.unlink(List.of(
                key(season, "live"),
                key(season, "corrections"),
                key(season, "rebuilding"),
                key(season, "rebuilt"),
                key(season, "rebuilt:corrections")));
        redis.expire(key(season, "sealed"), MARK_OUTLIVES_SEASON);
    }

    static Object[] arguments(List<Update> updates) {
        var arguments = new ArrayList<String>(updates.size() * 3);
        for (var update : updates) {
            arguments.add(Long.toString(update.learner()));
            arguments.add(Long.toString(update.score()));
            arguments.add(Integer.toString(update.corrections()));
        }
        return arguments.toArray();
    }

    private static Standing standing(BoardScore board, long rank, Object member, Object score) {
        long packed = (long) Double.parseDouble((String) score);
        return new Standing(rank, Long.parseLong((String) member), board.points(packed), board.reachedAt(packed));
    }
}
