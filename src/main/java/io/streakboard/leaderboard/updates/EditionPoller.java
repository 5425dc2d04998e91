package io.streakboard.leaderboard.updates;

import static java.util.stream.Gatherers.windowFixed;

import io.streakboard.leaderboard.updates.Slot.StreamState;
import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Checks an edition once a tick, on a thread of its own, while it is watched on this instance. If the version has
 * changed, it reads the page once, and the standings of all watchers together. It also reads them when the page is old:
 * names of learners and titles of boards change without a version.
 */
final class EditionPoller {

    private static final RateLimitedLogger failures =
            new RateLimitedLogger(LoggerFactory.getLogger(EditionPoller.class));

    private static final int MAX_BATCH = 500;

    private final WatchedRanking watched;
    private final Duration tick;
    private final Duration pageTtl;
    private final Set<Slot> slots = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean stopped;
    private @Nullable StreamState last;
    private long readAt;

    EditionPoller(WatchedRanking watched, Duration tick, Duration pageTtl) {
        this.watched = watched;
        this.tick = tick;
        this.pageTtl = pageTtl;
        this.thread = Thread.ofVirtual().name("updates").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Lets a running poll end: other readers may share its round trip, and an interrupt would fail them. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Waits until it has stopped; false on timeout. */
    boolean join(Duration atMost) throws InterruptedException {
        return thread.join(atMost);
    }

    /** The slot gets its first state at once, without waiting for a tick. */
    void add(Slot slot) {
        slots.add(slot);
        LockSupport.unpark(thread);
    }

    /** Returns true if this was the last watcher. */
    boolean remove(Slot slot) {
        slots.remove(slot);
        return slots.isEmpty();
    }

    private void run() {
        while (!stopped) {
            try {
                poll();
            } catch (Problem gone) {
                slots.forEach(Slot::close); // a client that comes back is told why
            } catch (RuntimeException | Error failure) { // the next tick tries again
                failures.failure("Live updates of a board pause", failure);
            }
            if (!stopped) {
                LockSupport.parkNanos(tick.toNanos());
            }
        }
    }

    /** The version is read first, so the page is at least as new. */
    private void poll() {
        var version = watched.version();
        var known = last;
        long now = System.nanoTime();
        boolean changed = known == null || !known.version().equals(version) || isOld(now);
        var due = slots.stream().filter(slot -> changed || slot.isFresh()).toList();
        if (due.isEmpty()) {
            return;
        }
        var state = known == null || changed ? new StreamState(version, watched.top(), null) : known;
        standings(due)
                .ifPresentOrElse(
                        standings -> due.forEach(slot ->
                                slot.put(state.of(slot.member() == null ? null : standings.get(slot.member())))),
                        () -> due.forEach(slot -> slot.put(state.of(slot.mine()))));
        last = state;
        readAt = changed ? now : readAt;
    }

    /** While MySQL is away an old page has more names than a new one would. */
    private boolean isOld(long now) {
        return now - readAt >= pageTtl.toNanos() && !Outage.ofMySql();
    }

    /** Empty while members may be missing: viewers then keep their last standing. */
    private Optional<Map<String, String>> standings(List<Slot> of) {
        var standings = new HashMap<String, String>();
        var pages = of.stream()
                .map(Slot::member)
                .filter(Objects::nonNull)
                .distinct()
                .gather(windowFixed(MAX_BATCH))
                .toList();
        for (var members : pages) {
            var found = watched.standings(members);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            standings.putAll(found.get());
        }
        return Optional.of(standings);
    }
}
