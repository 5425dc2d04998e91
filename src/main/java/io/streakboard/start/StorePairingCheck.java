package io.streakboard.start;

import io.streakboard.redis.KeyScan;
import io.streakboard.time.Utc;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Makes sure that MySQL and Redis belong together, because Redis has marks of seasons by their ids. Both store the name
 * of the installation and the time of its last use. A start is refused if Redis belongs to another installation or has
 * keys of another layout, or if MySQL is older than Redis: then it was restored from a backup and would assign ids
 * again. An empty Redis always fits, because it is filled from MySQL.
 *
 * <pre>SET streakboard:installation "1 0b6d… 1795219200"   layout of keys, installation, second of last use</pre>
 */
@Component
class StorePairingCheck implements SmartInitializingSingleton {

    private static final RateLimitedLogger log =
            new RateLimitedLogger(LoggerFactory.getLogger(StorePairingCheck.class));

    private static final String KEY = "streakboard:installation";
    private static final String BOARDS = "streakboard:board:*";
    private static final int SCAN_COUNT = 1_000;

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);

    private static final Duration UPDATE_INTERVAL = Duration.ofMinutes(1);

    /** After a failover, MySQL may lack the last updates. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String ACTION =
            "docs/operations.md says what to remove (\"Redis and MySQL do not belong together\").";

    /** @param usedAt to the second */
    record LastUse(String installation, Instant usedAt) {

        private static final Pattern TEXT = Pattern.compile("1 (\\S+) (\\d{1,12})");

        String text() {
            return "1 " + installation + " " + usedAt.getEpochSecond();
        }

        static Optional<LastUse> of(String text) {
            var parts = TEXT.matcher(text);
            return parts.matches()
                    ? Optional.of(new LastUse(parts.group(1), Instant.ofEpochSecond(Long.parseLong(parts.group(2)))))
                    : Optional.empty();
        }
    }

    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private final KeyScan keys;
    private final TaskScheduler scheduler;
    private final ConfigurableApplicationContext application;
    private volatile boolean started;

    StorePairingCheck(
            JdbcClient jdbc,
            StringRedisTemplate redis,
            KeyScan keys,
            TaskScheduler scheduler,
            ConfigurableApplicationContext application) {
        this.jdbc = jdbc;
        this.redis = redis;
        this.keys = keys;
        this.scheduler = scheduler;
        this.application = application;
    }

    /**
     * Why MySQL and Redis do not belong together; empty if they do.
     *
     * @param noted the note in Redis; null if Redis was emptied
     */
    static Optional<String> mismatch(LastUse stored, @Nullable String noted) {
        if (noted == null) {
            return Optional.empty();
        }
        var lastUse = LastUse.of(noted).orElse(null);
        if (lastUse == null) {
            return Optional.of("Redis has keys of another version, which this one cannot read.");
        }
        if (!lastUse.installation().equals(stored.installation())) {
            return Optional.of("Redis has data of another installation than MySQL: one of them is new, or not the one"
                    + " that was meant.");
        }
        return lastUse.usedAt().isAfter(stored.usedAt().plus(TOLERANCE))
                ? Optional.of("MySQL is older than Redis, as if restored from a backup: it was last used at "
                        + stored.usedAt() + ", Redis at " + lastUse.usedAt() + ".")
                : Optional.empty();
    }

    /** If instances start together, the first decides. */
    @Override
    public void afterSingletonsInstantiated() {
        if (stored().isEmpty()) {
            requireNoOldBoards();
            jdbc.sql("INSERT INTO installation (id, name, used_at) VALUES (1, ?, ?) ON DUPLICATE KEY UPDATE id = id")
                    .params(UUID.randomUUID().toString(), Utc.column(Instant.now()))
                    .update();
        }
        check();
        scheduler.scheduleWithFixedDelay(this::checkAgain, CHECK_INTERVAL);
    }

    /** A new MySQL has no boards, so boards in Redis would be from an earlier version. */
    private void requireNoOldBoards() {
        try {
            if (redis.opsForValue().get(KEY) == null && hasBoards()) {
                throw new StartRefused("Redis has boards of a version before 0.1.0.", ACTION);
            }
        } catch (DataAccessException away) {
            log.warn("Whether Redis has boards of a version before 0.1.0 was not checked", away);
        }
    }

    /** If Redis was away at the start and does not fit, the application ends. Later a mismatch is only logged. */
    private void checkAgain() {
        boolean before = started;
        try {
            check();
        } catch (StartRefused refused) {
            log.warn("Redis and MySQL do not belong together", refused);
            if (!before) {
                Thread.ofPlatform().name("refused").start(application::close);
            }
        }
    }

    /**
     * Redis gets the previous time in MySQL, so it is never ahead of MySQL. The time is from the system's clock, which
     * never restarts.
     */
    private void check() {
        try {
            var stored = stored().orElseThrow();
            mismatch(stored, redis.opsForValue().get(KEY)).ifPresent(reason -> {
                throw new StartRefused(reason, ACTION);
            });
            started = true;
            redis.opsForValue().set(KEY, stored.text());
            if (stored.usedAt().plus(UPDATE_INTERVAL).isBefore(Instant.now())) {
                jdbc.sql("UPDATE installation SET used_at = ?")
                        .param(Utc.column(Instant.now()))
                        .update();
            }
        } catch (DataAccessException | TransactionException away) {
            log.warn("Whether Redis and MySQL belong together was not checked", away);
        }
    }

    private Optional<LastUse> stored() {
        return jdbc.sql("SELECT name, used_at FROM installation")
                .query((row, number) -> new LastUse(row.getString("name"), Utc.instant(row, "used_at")))
                .optional();
    }

    private boolean hasBoards() {
        var found = new AtomicBoolean();
        keys.forEach(BOARDS, SCAN_COUNT, key -> found.set(true));
        return found.get();
    }
}
