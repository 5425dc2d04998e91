package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.set.Batches;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.leaderboard.live.set.EditionScripts;
import io.streakboard.redis.LuaScript;
import io.streakboard.runs.RunUnderWay;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Builds an edition beside the live one. Readers see the live one until the new one replaces it as a whole. A rebuild
 * is valid only while its master keeps its replication id: under another id Redis may have an older state.
 */
public final class BoardRebuild implements AutoCloseable {

    /** Redis finds the next batch waiting when it finishes one. */
    private static final int MAX_IN_FLIGHT = 2;

    private static final String STALLED_AFTER =
            Long.toString(Duration.ofMinutes(1).toMillis());

    private static final RedisScript<String> BEGIN = LuaScript.ofMarks("leaderboard/rebuild_begin", String.class);
    private static final RedisScript<Long> ADD = EditionScripts.changing("rebuild_add", Long.class);
    private static final RedisScript<Long> SWAP = EditionScripts.marking("swap", Long.class);
    private static final RedisScript<Long> END = LuaScript.of("leaderboard/rebuild_end", Long.class);

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final EditionScripts scripts;
    private final BoardKeys keys;
    private final String token;
    private final List<Long> cuts;

    /** Those of each set, worst scores first. */
    private final List<List<Score>> plain;

    private final List<Score> detailed = new ArrayList<>();
    private final Deque<Sent<Long>> inFlight = new ArrayDeque<>();

    /** @param bounds greatest scores, in rising order, of the ranges that get sets of their own */
    BoardRebuild(StringRedisTemplate redis, Edition edition, Clock clock, boolean sealed, List<Long> bounds) {
        this.redis = redis;
        this.edition = edition;
        this.scripts = new EditionScripts(redis, edition, clock);
        this.keys = new BoardKeys(edition);
        this.cuts = edition.packing().cuts(bounds);
        this.plain = Stream.<List<Score>>generate(ArrayList::new)
                .limit(cuts.size() + 1L)
                .toList();
        var arguments = new ArrayList<>(
                List.of(UUID.randomUUID().toString(), STALLED_AFTER, sealed ? "1" : "0", scripts.expiry()));
        cuts.forEach(cut -> arguments.add(edition.packing().text(cut)));
        var touched = new ArrayList<>(List.of(keys.rebuilding(), keys.sealed()));
        touched.addAll(keys.draft());
        this.token = Objects.requireNonNull(redis.execute(BEGIN, touched, arguments.toArray()));
        if (token.isEmpty()) {
            throw RunUnderWay.of("The board " + edition.name() + " is being rebuilt; try again in a minute");
        }
    }

    /** Call it once for each member. */
    public void add(Score score) {
        if (scripts.isPlain(score)) {
            int set = set(score);
            var batch = plain.get(set);
            batch.add(score);
            if (batch.size() == Batches.PLAIN) {
                sendPlain(set);
            }
        } else {
            detailed.add(score);
            if (detailed.size() == Batches.ofRebuild(edition)) {
                sendDetailed();
            }
        }
    }

    private int set(Score score) {
        int cut = Collections.binarySearch(cuts, edition.packing().pack(score));
        return cut >= 0 ? cut + 1 : -cut - 1;
    }

    /** Puts the new edition in place, marks it as complete and returns how many members it has. */
    public long finish() {
        settle();
        return unlessEnded(scripts.change(SWAP, keys.all(), List.of(token)));
    }

    /**
     * Waits until Redis has everything added so far. Keeps the rebuild alive for another minute, even without scores.
     */
    public void settle() {
        for (int set = 0; set < plain.size(); set++) {
            if (!plain.get(set).isEmpty()) {
                sendPlain(set);
            }
        }
        sendDetailed();
        await(0);
    }

    private void sendPlain(int set) {
        send(Integer.toString(set + 1), scripts.plainArguments(plain.get(set)));
        plain.get(set).clear();
    }

    private void sendDetailed() {
        send("0", scripts.arguments(detailed));
        detailed.clear();
    }

    /** Does not wait for Redis, so that the next batch is read meanwhile. */
    private void send(String set, List<String> scores) {
        var touched = new ArrayList<>(keys.built());
        touched.addAll(List.of(keys.complete(), keys.rebuilding()));
        await(MAX_IN_FLIGHT - 1);
        inFlight.add(Sent.of(() -> {
            var arguments = new ArrayList<>(List.of(token, STALLED_AFTER, set));
            arguments.addAll(scores);
            return unlessEnded(scripts.change(ADD, touched, arguments));
        }));
    }

    /** Waits until at most {@code most} batches are in flight. */
    private void await(int most) {
        while (inFlight.size() > most) {
            inFlight.remove().answer();
        }
    }

    private long unlessEnded(long members) {
        if (members < 0) {
            throw new IllegalStateException("The rebuild of the board " + edition.name()
                    + " has ended: Redis lost data, the board was cleared, or the rebuild stood still for too long");
        }
        return members;
    }

    /** Gives up an unfinished rebuild, so that another may begin at once. */
    @Override
    public void close() {
        var touched = new ArrayList<>(List.of(keys.rebuilding()));
        touched.addAll(keys.draft());
        redis.execute(END, touched, token);
    }
}
