package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.redis.LuaScript;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * An edition that still changes, in Redis: a sorted set and what belongs to it, see {@link BoardKeys}. Each read is one
 * script, so it takes one round trip and sees one moment.
 *
 * <pre>
 * ZADD      streakboard:board:{tag}:v2:live GT CH 128282223 r57   in write.lua
 * ZREVRANGE streakboard:board:{tag}:v2:live 0 19 WITHSCORES       in page.lua
 * ZREVRANK  streakboard:board:{tag}:v2:live r57                   in standings.lua
 * EXISTS    streakboard:board:{tag}:v2:complete                   in both
 * SET       streakboard:board:{tag}:v2:complete a0d1…             in swap.lua: the process that has the edition
 * </pre>
 */
public final class LiveRanking implements Ranking {

    private static final Duration SEAL_OUTLIVES_BOARD = Duration.ofDays(30);

    private static final String NO_MEMBER = "";

    private static final RedisScript<Long> CHECK = LuaScript.of("leaderboard/check", Long.class);
    private static final RedisScript<Long> OPEN = LuaScript.of("leaderboard/open", Long.class);
    private static final long COMPLETE = 1;
    private static final long AS_SEALED = 2;

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> WRITE = EditionScripts.changing("write", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> PAGE = EditionScripts.reading("page", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> STANDINGS = EditionScripts.reading("standings", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SHARES = EditionScripts.reading("shares", List.class);

    private static final RedisScript<Long> COUNT = EditionScripts.reading("count", Long.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> VALUES = LuaScript.of("leaderboard/values", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> EXTENT = LuaScript.of("leaderboard/extent", List.class);

    /**
     * How large an edition is.
     *
     * @param members in Redis
     * @param bytes that its keys take, by {@code MEMORY USAGE}: an estimate
     */
    public record Extent(long members, long bytes) {}

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final Clock clock;
    private final BoardKeys keys;
    private final EditionScripts scripts;
    private final Entries entries;

    /** @param clock by which the edition expires */
    public LiveRanking(StringRedisTemplate redis, Edition edition, Clock clock) {
        this.redis = redis;
        this.edition = edition;
        this.clock = clock;
        this.keys = new BoardKeys(edition);
        this.scripts = new EditionScripts(redis, edition, clock);
        this.entries = new Entries(edition);
    }

    Edition edition() {
        return edition;
    }

    /** Writes scores and tells how they changed the ranks, in the given order; nothing happens if it is sealed. */
    public List<RankChange> write(List<Score> scores) {
        var changes = new ArrayList<RankChange>(scores.size());
        for (var batch : batches(scores)) {
            var ranks = write(batch, true);
            for (int i = 0; i < batch.size(); i++) {
                changes.add(
                        ranks.isEmpty()
                                ? new RankChange(null, null)
                                : new RankChange(rank(ranks.get(2 * i)), rank(ranks.get(2 * i + 1))));
            }
        }
        return changes;
    }

    /** Writes scores where nobody asks for ranks, which is faster; nothing happens if it is sealed. */
    public void update(List<Score> scores) {
        batches(scores).forEach(batch -> write(batch, false));
    }

    private List<?> write(List<Score> batch, boolean ranks) {
        var arguments = new ArrayList<>(List.of(ranks ? "1" : "0"));
        arguments.addAll(scripts.arguments(batch));
        return scripts.change(WRITE, keys.all(), arguments);
    }

    private static @Nullable Long rank(Object rank) {
        return (Long) rank == 0 ? null : (Long) rank;
    }

    /** As many scores as a script takes, with each member once. */
    private static List<List<Score>> batches(List<Score> scores) {
        var batches = new ArrayList<List<Score>>();
        var members = new HashSet<String>();
        int from = 0;
        for (int i = 0; i < scores.size(); i++) {
            if (!members.add(scores.get(i).member()) || i - from == EditionScripts.BATCH) {
                batches.add(scores.subList(from, i));
                members.clear();
                members.add(scores.get(i).member());
                from = i;
            }
        }
        if (from < scores.size()) {
            batches.add(scores.subList(from, scores.size()));
        }
        return batches;
    }

    /** Begins to build the edition anew, beside the one that is shown. */
    public BoardRebuild rebuild() {
        return rebuild(false);
    }

    /**
     * Begins to build the edition anew, beside the one that is shown.
     *
     * @param sealed whether it takes no more updates: then it is sealed before anything is read for it
     */
    public BoardRebuild rebuild(boolean sealed) {
        return new BoardRebuild(redis, edition, clock, sealed);
    }

    /**
     * Marks the edition as complete before anybody has a score on it. To be called before the transaction commits that
     * brings the first score in MySQL; a later one has to be rebuilt instead.
     */
    public void open() {
        redis.execute(OPEN, List.of(keys.complete()), scripts.expiry());
    }

    /** Whether the edition has what MySQL has. */
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

    /** Rises with each change; 0 if there was none. */
    public long version() {
        var version = redis.opsForValue().get(keys.version());
        return version == null ? 0 : Long.parseLong(version);
    }

    /** Lets no more updates in. The value says that the edition was not rebuilt since. */
    public void seal() {
        redis.opsForValue().set(keys.sealed(), "1");
    }

    /** Removes the edition, and ends a rebuild. A seal stays for a while, against an update that wakes up late. */
    public void clear() {
        var all = new ArrayList<>(keys.everything());
        all.remove(keys.sealed());
        all.addAll(keys.outdated());
        redis.unlink(all);
        redis.expire(keys.sealed(), SEAL_OUTLIVES_BOARD);
    }

    /** What the edition has of some members, for a comparison. */
    Held held(List<String> members) {
        var reply = Objects.requireNonNull(redis.execute(
                VALUES,
                List.of(keys.live(), keys.bound()),
                members.stream().map(edition::written).toArray()));
        return Held.of(edition, members, reply);
    }

    public Extent extent() {
        var reply = Objects.requireNonNull(redis.execute(EXTENT, keys.everything()));
        return new Extent((Long) reply.getFirst(), (Long) reply.getLast());
    }

    /** How many members Redis has, ranked or in the margin. */
    long members() {
        return Objects.requireNonNullElse(redis.opsForZSet().zCard(keys.live()), 0L);
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return page(me, "from", Long.toString(offset), size);
    }

    @Override
    public Page around(String member, int radius) {
        return page(member, "around", "", radius);
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, edition.packing().maxScore());
        var values = edition.packing().between(possible, possible);
        // After those who have the score, or before them if the last to reach it comes first.
        return page(me, "before", edition.packing().ties() == Ties.LAST ? "(" + values.best() : values.worst(), radius);
    }

    private Page page(@Nullable String me, String how, String first, int count) {
        var reply = scripts.read(
                PAGE,
                keys.shown(),
                List.of(me == null ? NO_MEMBER : edition.written(me), how, first, Integer.toString(count)));
        return new Page(
                (Long) reply.get(1),
                entries.stretch((Long) reply.get(3), reply.get(4)),
                entries.standing(reply.get(2)),
                degraded(reply));
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        var asked = new LinkedHashSet<>(members);
        if (me != null) {
            asked.add(me);
        }
        var reply = scripts.read(
                STANDINGS, keys.shown(), asked.stream().map(edition::written).toList());
        var ranked = ((List<?>) reply.get(2))
                .stream()
                        .map(standing -> (List<?>) standing)
                        .filter(standing -> !standing.isEmpty())
                        .sorted(Comparator.comparing(standing -> (Long) standing.getFirst()))
                        .map(entries::standing)
                        .filter(Objects::nonNull)
                        .toList();
        return new Page(
                (Long) reply.get(1),
                ranked.stream()
                        .filter(entry -> members.contains(entry.member()))
                        .toList(),
                ranked.stream()
                        .filter(entry -> entry.member().equals(me))
                        .findFirst()
                        .orElse(null),
                degraded(reply));
    }

    private static boolean degraded(List<?> reply) {
        return (Long) reply.getFirst() == 0;
    }

    @Override
    public List<Share> percentiles(List<Integer> percents) {
        var reply = scripts.read(
                SHARES,
                keys.shown(),
                percents.stream().map(percent -> Integer.toString(percent)).toList());
        var shares = new ArrayList<Share>(percents.size());
        for (int i = 0; i < percents.size(); i++) {
            shares.add(
                    reply.isEmpty()
                            ? new Share(percents.get(i), null, null)
                            : new Share(percents.get(i), entries.score(reply.get(2 * i + 1)), (Long) reply.get(2 * i)));
        }
        return shares;
    }

    @Override
    public long count(long min, long max) {
        long least = Math.max(min, 0);
        long greatest = Math.min(max, edition.packing().maxScore());
        if (least > greatest) {
            return 0;
        }
        var values = edition.packing().between(least, greatest);
        return scripts.read(COUNT, keys.shown(), List.of(values.worst(), values.best()));
    }
}
