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
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Builds an edition beside the live one. Readers see the live one until the new one replaces it as a whole. The rebuild
 * counts only as long as its master keeps its history: with another history Redis may have an older state.
 */
public final class BoardRebuild implements AutoCloseable {

    /** Redis has the next batch as soon as it finishes one. */
    private static final int UNDER_WAY = 2;

    private static final String STANDS_STILL =
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
    private final List<Score> plain = new ArrayList<>();
    private final List<Score> others = new ArrayList<>();
    private final Deque<Sent<Long>> underWay;

    BoardRebuild(StringRedisTemplate redis, Edition edition, Clock clock, boolean sealed, Deque<Sent<Long>> underWay) {
        this.redis = redis;
        this.edition = edition;
        this.scripts = new EditionScripts(redis, edition, clock);
        this.keys = new BoardKeys(edition);
        this.underWay = underWay;
        var touched = new ArrayList<>(List.of(keys.rebuilding(), keys.sealed()));
        touched.addAll(keys.draft());
        this.token = Objects.requireNonNull(
                redis.execute(BEGIN, touched, UUID.randomUUID().toString(), STANDS_STILL, sealed ? "1" : "0"));
        if (token.isEmpty()) {
            throw RunUnderWay.of("The board " + edition.name() + " is being rebuilt; try again in a minute");
        }
    }

    /** To be called once for each member. */
    public void add(Score score) {
        if (scripts.isPlain(score)) {
            plain.add(score);
            if (plain.size() == Batches.PLAIN) {
                send(plain, true);
            }
        } else {
            others.add(score);
            if (others.size() == Batches.ofRebuild(edition)) {
                send(others, false);
            }
        }
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
        if (!plain.isEmpty()) {
            send(plain, true);
        }
        send(others, false);
        await(0);
    }

    /** Some members that were written by others since it began, each once; none if there are no more. */
    public List<String> takeWritten() {
        var written = redis.opsForSet().pop(keys.written(), Batches.PLAIN);
        return written == null
                ? List.of()
                : written.stream().map(edition::member).toList();
    }

    /** Redis takes batches while the next ones are read. */
    private void send(List<Score> batch, boolean isPlain) {
        var members = List.copyOf(batch);
        batch.clear();
        var touched = new ArrayList<>(keys.built());
        touched.addAll(List.of(keys.complete(), keys.rebuilding()));
        await(UNDER_WAY - 1);
        underWay.add(Sent.of(() -> {
            var arguments = new ArrayList<>(List.of(token, STANDS_STILL, isPlain ? "1" : "0"));
            arguments.addAll(isPlain ? scripts.plainArguments(members) : scripts.arguments(members));
            return unlessEnded(scripts.change(ADD, touched, arguments));
        }));
    }

    /** Waits until at most so many batches are under way. */
    private void await(int most) {
        while (underWay.size() > most) {
            underWay.remove().answer();
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
