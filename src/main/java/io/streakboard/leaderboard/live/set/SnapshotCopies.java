package io.streakboard.leaderboard.live.set;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Takes snapshots of a large edition, some members at a time: see {@code copy.lua}. Instances go on with each other's
 * copies. Readers of this instance who come while one is being made wait for it.
 */
final class SnapshotCopies {

    /** How many members Redis copies in one go: about a millisecond. */
    static final int STEP = 500;

    private static final String GIVEN_UP_AFTER =
            Long.toString(Duration.ofSeconds(5).toMillis());

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> COPY = EditionScripts.ofSnapshots("copy", List.class);

    /**
     * @param id of the snapshot
     * @param ranked how many were ranked when it was taken
     */
    record Taken(String id, long ranked) {}

    /**
     * A snapshot that this instance has taken, or failed to take.
     *
     * @param number counts them, from 1
     */
    private record Try(
            long number, @Nullable Taken taken, @Nullable RuntimeException failure) {

        Taken outcome() {
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(taken);
        }
    }

    private final EditionScripts scripts;
    private final List<String> keys;
    private final List<String> size;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Try latest;

    /**
     * @param keys that snapshots touch
     * @param members how many a snapshot has
     * @param kept for how many milliseconds
     * @param most how many members all may have that are kept
     */
    SnapshotCopies(EditionScripts scripts, List<String> keys, int members, String kept, String most) {
        this.scripts = scripts;
        this.keys = keys;
        this.size = List.of(Integer.toString(members), Integer.toString(STEP), kept, GIVEN_UP_AFTER, most);
    }

    /** How often this instance has taken one or failed to, until now. */
    long tries() {
        var known = latest;
        return known == null ? 0 : known.number();
    }

    /**
     * A snapshot that was not ready after so many tries. Who waits for a try that fails gets its failure: if Redis hangs,
     * all of them would wait for that again, one after the other.
     */
    Taken after(long tries) {
        lock.lock();
        try {
            var known = latest;
            if (known == null || known.number() <= tries) {
                known = another(tries + 1);
                latest = known;
            }
            return known.outcome();
        } finally {
            lock.unlock();
        }
    }

    private Try another(long number) {
        try {
            return new Try(number, take(), null);
        } catch (RuntimeException failure) {
            return new Try(number, null, failure);
        }
    }

    /**
     * Copies some more.
     *
     * @param copy that the step before has worked on; empty to begin
     * @return the copy, and once it is done the snapshot and how many were ranked
     */
    List<?> step(String copy) {
        var arguments = new ArrayList<>(List.of(copy));
        arguments.addAll(size);
        return scripts.read(COPY, keys, arguments);
    }

    private Taken take() {
        var copy = "";
        while (true) {
            var reply = step(copy);
            copy = (String) Objects.requireNonNull(reply.getFirst());
            if (reply.size() > 1) {
                return new Taken((String) reply.get(1), (Long) reply.get(2));
            }
        }
    }
}
