package io.streakboard.leaderboard;

import io.streakboard.redis.LuaScript;
import io.streakboard.season.Season;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The boards of seasons that are not settled yet, a sorted set each, see {@link BoardKeys}.
 *
 * <pre>
 * ZADD      streakboard:board:{season:12}:v2:live GT 128282223 r57      in update.lua
 * ZREVRANGE streakboard:board:{season:12}:v2:live 0 19 WITHSCORES       in page.lua
 * EXISTS    streakboard:board:{season:12}:v2:complete                   in page.lua and standings.lua
 * SET       streakboard:board:{season:12}:v2:complete a0d1…             in swap.lua: the process that has the board
 * </pre>
 */
@Component
class LiveBoard implements Board {

    /** A member's new total: absolute, so that it may be written again and in any order. */
    record Update(long learner, long score, int corrections) {}

    private static final Duration MARK_OUTLIVES_SEASON = Duration.ofDays(30);
    static final int BATCH = 1000;

    private static final RedisScript<Long> UPDATE =
            RedisScript.of(LuaScript.text("leaderboard/totals") + LuaScript.text("leaderboard/update"), Long.class);

    private static final RedisScript<Long> CHECK = LuaScript.of("leaderboard/check", Long.class);
    private static final long COMPLETE = 1;
    private static final long AS_SEALED = 2;

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> PAGE = LuaScript.of("leaderboard/page", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> STANDINGS = LuaScript.of("leaderboard/standings", List.class);

    private final StringRedisTemplate redis;

    LiveBoard(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /**
     * Begins to build a season's board anew.
     *
     * @param sealed whether the season is sealed: then the board is, too, before anything is read for it
     */
    BoardRebuild rebuild(long season, boolean sealed) {
        return new BoardRebuild(redis, season, sealed);
    }

    /** Whether the board has what MySQL has. */
    boolean complete(long season) {
        return check(season) >= COMPLETE;
    }

    /** Whether it is complete, sealed, and was not rebuilt since it was sealed. */
    boolean asSealed(long season) {
        return check(season) == AS_SEALED;
    }

    private long check(long season) {
        return Objects.requireNonNull(
                redis.execute(CHECK, List.of(BoardKeys.complete(season), BoardKeys.sealed(season))));
    }

    /** Writes totals; does nothing on a sealed board. */
    void update(long season, List<Update> updates) {
        for (int from = 0; from < updates.size(); from += BATCH) {
            var batch = updates.subList(from, Math.min(from + BATCH, updates.size()));
            redis.execute(
                    UPDATE,
                    List.of(
                            BoardKeys.live(season),
                            BoardKeys.corrections(season),
                            BoardKeys.rebuilt(season),
                            BoardKeys.rebuiltCorrections(season),
                            BoardKeys.rebuilding(season),
                            BoardKeys.sealed(season)),
                    arguments(batch).toArray());
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
        var member = learner == NOBODY ? "" : BoardMember.of(learner);
        var reply = Objects.requireNonNull(redis.execute(
                PAGE,
                List.of(BoardKeys.live(season.id()), BoardKeys.complete(season.id())),
                first,
                Integer.toString(count),
                member));
        var score = BoardScore.of(season);
        long rank = (Long) reply.get(2);
        var stretch = (List<?>) reply.get(3);
        var standings = new ArrayList<Standing>(stretch.size() / 2);
        for (int i = 0; i < stretch.size(); i += 2) {
            standings.add(standing(score, ++rank, stretch.get(i), stretch.get(i + 1)));
        }
        long mine = (Long) reply.get(4);
        return new Page(
                (Long) reply.get(1),
                standings,
                mine < 0 ? null : standing(score, mine + 1, member, reply.get(5)),
                degraded(reply));
    }

    @Override
    public Page among(Season season, Collection<Long> learners, long learner) {
        var asked = new LinkedHashSet<>(learners);
        if (learner != NOBODY) {
            asked.add(learner);
        }
        var reply = Objects.requireNonNull(redis.execute(
                STANDINGS,
                List.of(BoardKeys.live(season.id()), BoardKeys.complete(season.id())),
                asked.stream().map(BoardMember::of).toArray()));
        var score = BoardScore.of(season);
        var found = (List<?>) reply.get(2);
        var standings = new ArrayList<Standing>(found.size() / 3);
        for (int i = 0; i < found.size(); i += 3) {
            standings.add(standing(score, (Long) found.get(i) + 1, found.get(i + 1), found.get(i + 2)));
        }
        standings.sort(Comparator.comparingLong(Standing::rank));
        var mine = standings.stream()
                .filter(standing -> standing.learner() == learner)
                .findFirst()
                .orElse(null);
        if (!learners.contains(learner)) {
            standings.remove(mine);
        }
        return new Page((Long) reply.get(1), standings, mine, degraded(reply));
    }

    private static boolean degraded(List<?> reply) {
        return (Long) reply.getFirst() == 0;
    }

    long members(long season) {
        return Objects.requireNonNullElse(redis.opsForZSet().zCard(BoardKeys.live(season)), 0L);
    }

    /** Lets no more updates in. The value says that the board was not rebuilt since. */
    void seal(long season) {
        redis.opsForValue().set(BoardKeys.sealed(season), "1");
    }

    /** Removes the board, and ends a rebuild. The seal stays for a while, against an update that wakes up late. */
    void clear(long season) {
        var keys = new ArrayList<>(List.of(
                BoardKeys.live(season),
                BoardKeys.corrections(season),
                BoardKeys.complete(season),
                BoardKeys.rebuilding(season),
                BoardKeys.rebuilt(season),
                BoardKeys.rebuiltCorrections(season)));
        keys.addAll(BoardKeys.outdated(season));
        redis.unlink(keys);
        redis.expire(BoardKeys.sealed(season), MARK_OUTLIVES_SEASON);
    }

    static List<String> arguments(List<Update> updates) {
        var arguments = new ArrayList<String>(updates.size() * 3 + 2);
        for (var update : updates) {
            arguments.add(BoardMember.of(update.learner()));
            arguments.add(Long.toString(update.score()));
            arguments.add(Integer.toString(update.corrections()));
        }
        return arguments;
    }

    private static Standing standing(BoardScore board, long rank, Object member, Object score) {
        long packed = (long) Double.parseDouble((String) score);
        return new Standing(rank, BoardMember.learner((String) member), board.points(packed), board.reachedAt(packed));
    }
}
