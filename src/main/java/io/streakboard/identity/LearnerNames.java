package io.streakboard.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.web.CountedLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * The names learners show on boards, table {@code learner}, taken from their tokens. They are written later, by a
 * thread of its own, so no request waits for MySQL because of a name. When its queue is full, the name is taken from a
 * later request.
 */
@Component
public class LearnerNames implements SmartLifecycle, PersonalData {

    private static final CountedLog log = new CountedLog(LoggerFactory.getLogger(LearnerNames.class));

    private static final int QUEUE = 10_000;
    private static final int REMEMBERED = 100_000;
    private static final int BATCH = 500;
    private static final int LONGEST = 100;

    private record Name(long learner, String name) {}

    private final JdbcTemplate batches;
    private final JdbcClient jdbc;
    private final Cache<Long, String> remembered =
            Caffeine.newBuilder().maximumSize(REMEMBERED).build();
    private final BlockingQueue<Name> queue = new LinkedBlockingQueue<>(QUEUE);
    private volatile @Nullable Thread writer;

    LearnerNames(JdbcTemplate batches, JdbcClient jdbc) {
        this.batches = batches;
        this.jdbc = jdbc;
    }

    /** The names of learners. Who has none is left out. */
    public Map<Long, String> of(Collection<Long> learners) {
        if (learners.isEmpty()) {
            return Map.of();
        }
        var names = new HashMap<Long, String>();
        jdbc.sql("SELECT user_id, name FROM learner WHERE user_id IN (:learners)")
                .param("learners", learners)
                .query(row -> {
                    names.put(row.getLong("user_id"), row.getString("name"));
                });
        return names;
    }

    @Override
    public String section() {
        return "profile";
    }

    @Override
    public Object of(long learner) {
        return of(List.of(learner)).entrySet().stream()
                .map(name -> Map.of("name", name.getValue()))
                .findFirst()
                .orElse(Map.of());
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM learner WHERE user_id = ?")
                .param(deleted.learner())
                .update();
        remembered.invalidate(deleted.learner());
    }

    void seen(long learner, String name) {
        var shown = name.length() <= LONGEST ? name : name.substring(0, LONGEST);
        if (shown.isBlank() || shown.equals(remembered.getIfPresent(learner))) {
            return;
        }
        if (queue.offer(new Name(learner, shown))) {
            remembered.put(learner, shown);
        }
    }

    private void writeBehind() {
        var batch = new ArrayList<Name>(BATCH);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                batch.add(queue.take());
                queue.drainTo(batch, BATCH - 1);
                write(batch);
                batch.clear();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(List<Name> batch) {
        try {
            batch.sort(Comparator.comparingLong(Name::learner)); // one order of locks on all instances
            batches.batchUpdate(
                    "INSERT INTO learner (user_id, name) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)",
                    batch.stream()
                            .map(name -> new Object[] {name.learner(), name.name()})
                            .toList());
        } catch (RuntimeException | Error failure) { // whatever it is, the thread goes on with the next names
            log.warn("Names of learners were not written and will be taken from later requests", failure);
            batch.forEach(name -> remembered.invalidate(name.learner()));
        }
    }

    @Override
    public void start() {
        writer = Thread.ofVirtual().name("learner-names").start(this::writeBehind);
    }

    @Override
    public void stop() {
        var running = writer;
        if (running != null) {
            running.interrupt();
            writer = null;
        }
    }

    /** Whether the thread has died: it has ended, though nobody stopped it, and no names are written any more. */
    boolean isDead() {
        var started = writer;
        return started != null && !started.isAlive();
    }

    @Override
    public boolean isRunning() {
        return writer != null;
    }
}
