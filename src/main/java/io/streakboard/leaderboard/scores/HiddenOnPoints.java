package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * Learners whom admins have hidden on the points board. Its rankings are verified against the ledger, so a hidden
 * learner stays on them and only the id is hidden from readers. Each row of a page is checked, so the few ids are in
 * memory. Changes by another instance arrive within two seconds.
 */
@Component
public class HiddenOnPoints implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(HiddenOnPoints.class);

    private static final Duration READ_EVERY = Duration.ofSeconds(2);

    /** Before requests are answered. */
    private static final int PHASE = 0;

    private final HiddenMembers hidden;
    private final BusinessTime time;
    private final TaskScheduler scheduler;
    private volatile Set<String> members = Set.of();
    private volatile @Nullable ScheduledFuture<?> reading;

    HiddenOnPoints(HiddenMembers hidden, BusinessTime time, TaskScheduler scheduler) {
        this.hidden = hidden;
        this.time = time;
        this.scheduler = scheduler;
    }

    public boolean contains(String member) {
        return members.contains(member);
    }

    /** Differs for different learners; the same on all instances. 0 while no learner is hidden. */
    public long version() {
        return Integer.toUnsignedLong(members.hashCode());
    }

    /** Hides a learner on the rankings of all seasons, past and future. */
    public void hide(String member) {
        hidden.add(BoardRule.POINTS, member, time.now());
        read();
    }

    public void show(String member) {
        hidden.remove(BoardRule.POINTS, member);
        read();
    }

    private synchronized void read() {
        members = hidden.of(BoardRule.POINTS);
    }

    private void readAgain() {
        try {
            read();
        } catch (DataAccessException failure) {
            log.debug("The hidden learners were not read", failure);
        }
    }

    /** Fails if MySQL does not answer. */
    @Override
    public void start() {
        read();
        reading = scheduler.scheduleWithFixedDelay(this::readAgain, READ_EVERY);
    }

    @Override
    public void stop() {
        var running = reading;
        if (running != null) {
            running.cancel(true);
            reading = null;
        }
    }

    @Override
    public boolean isRunning() {
        return reading != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
