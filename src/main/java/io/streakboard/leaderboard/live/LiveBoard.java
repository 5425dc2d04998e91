package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Board;
import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.redis.LuaScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * An edition that still changes: a sorted set and its marks, see {@link BoardKeys}.
 *
 * <pre>
 * ZADD      streakboard:board:{tag}:v2:live GT 128282223 r57      in update.lua
 * ZREVRANGE streakboard:board:{tag}:v2:live 0 19 WITHSCORES       in page.lua
 * EXISTS    streakboard:board:{tag}:v2:complete                   in page.lua and standings.lua
 * SET       streakboard:board:{tag}:v2:complete a0d1…             in swap.lua: the process that has the board
 * </pre>
 */
public final class LiveBoard implements Board {

    private static final Duration SEAL_OUTLIVES_BOARD = Duration.ofDays(30);

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
    private final Edition edition;
    private final BoardKeys keys;

    public LiveBoard(StringRedisTemplate redis, Edition edition) {
        this.redis = redis;
        this.edition = edition;
        this.keys = new BoardKeys(edition);
    }

    /**
     * Begins to build the board anew.
     *
     * @param sealed whether the board takes no more updates: then it is sealed before anything is read for it
     */
    public BoardRebuild rebuild(boolean sealed) {
        return new BoardRebuild(redis, edition, sealed);
    }

    /** Whether the board has what MySQL has. */
    public boolean complete() {
        return check() >= COMPLETE;
    }

    /** Whether it is complete, sealed, and was not rebuilt since it was sealed. */
    public boolean asSealed() {
        return check() == AS_SEALED;
    }

    private long check() {
        return Objects.requireNonNull(redis.execute(CHECK, List.of(keys.complete(), keys.sealed())));
    }

    /** Writes scores; does nothing on a sealed board. */
    public void update(List<Score> scores) {
        for (int from = 0; from < scores.size(); from += ScoreArguments.BATCH) {
            var batch = scores.subList(from, Math.min(from + ScoreArguments.BATCH, scores.size()));
            redis.execute(
                    UPDATE,
                    List.of(
                            keys.live(),
                            keys.corrections(),
                            keys.rebuilt(),
                            keys.rebuiltCorrections(),
                            keys.rebuilding(),
                            keys.sealed()),
                    ScoreArguments.of(batch, edition.packing()).toArray());
        }
    }

    @Override
    public Page page(long offset, int size, long learner) {
        return read(Long.toString(offset), size, learner);
    }

    @Override
    public Page around(int radius, long learner) {
        return read("around", radius, learner);
    }

    private Page read(String first, int count, long learner) {
        var member = learner == NOBODY ? "" : BoardMember.of(learner);
        var reply = Objects.requireNonNull(
                redis.execute(PAGE, List.of(keys.live(), keys.complete()), first, Integer.toString(count), member));
        long rank = (Long) reply.get(2);
        var stretch = (List<?>) reply.get(3);
        var standings = new ArrayList<Standing>(stretch.size() / 2);
        for (int i = 0; i < stretch.size(); i += 2) {
            standings.add(standing(++rank, stretch.get(i), stretch.get(i + 1)));
        }
        long mine = (Long) reply.get(4);
        return new Page(
                (Long) reply.get(1),
                standings,
                mine < 0 ? null : standing(mine + 1, member, reply.get(5)),
                degraded(reply));
    }

    @Override
    public Page among(Collection<Long> learners, long learner) {
        var asked = new LinkedHashSet<>(learners);
        if (learner != NOBODY) {
            asked.add(learner);
        }
        var reply = Objects.requireNonNull(redis.execute(
                STANDINGS,
                List.of(keys.live(), keys.complete()),
                asked.stream().map(BoardMember::of).toArray()));
        var found = (List<?>) reply.get(2);
        var standings = new ArrayList<Standing>(found.size() / 3);
        for (int i = 0; i < found.size(); i += 3) {
            standings.add(standing((Long) found.get(i) + 1, found.get(i + 1), found.get(i + 2)));
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

    private Standing standing(long rank, Object member, Object score) {
        return edition.packing()
                .standing(rank, BoardMember.learner((String) member), (long) Double.parseDouble((String) score));
    }

    /** How many learners are ranked. */
    long members() {
        return Objects.requireNonNullElse(redis.opsForZSet().zCard(keys.live()), 0L);
    }

    /** Lets no more updates in. The value says that the board was not rebuilt since. */
    public void seal() {
        redis.opsForValue().set(keys.sealed(), "1");
    }

    /** Removes the board, and ends a rebuild. The seal stays for a while, against an update that wakes up late. */
    public void clear() {
        var all = new ArrayList<>(List.of(
                keys.live(),
                keys.corrections(),
                keys.complete(),
                keys.rebuilding(),
                keys.rebuilt(),
                keys.rebuiltCorrections()));
        all.addAll(keys.outdated());
        redis.unlink(all);
        redis.expire(keys.sealed(), SEAL_OUTLIVES_BOARD);
    }
}
