package io.streakboard;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * The instances that run, table {@code instance}, each with the size of its connection pool. An instance that starts
 * warns if all pools together are more than MySQL allows: otherwise that shows only under load, as refused connections
 * on all of them.
 */
@Component
class Instances implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Instances.class);

    private static final Duration SEEN_EVERY = Duration.ofSeconds(30);

    /** An instance that was not seen for so long has ended. */
    private static final int GONE_AFTER_SECONDS = 90;

    /** MySQL keeps one connection more for an administrator; others need some, too. */
    private static final int RESERVE = 5;

    /** @param connections what the pools of all instances may open */
    record Demand(long instances, long connections) {}

    private final JdbcClient jdbc;
    private final DataSource dataSource;
    private final TaskScheduler scheduler;
    private final String id = UUID.randomUUID().toString();
    private volatile @Nullable ScheduledFuture<?> signs;

    Instances(JdbcClient jdbc, DataSource dataSource, TaskScheduler scheduler) {
        this.jdbc = jdbc;
        this.dataSource = dataSource;
        this.scheduler = scheduler;
    }

    /** What to tell if the pools may open more connections than there are; null if they fit. */
    static @Nullable String warning(Demand demand, long allowed) {
        return demand.connections() + RESERVE <= allowed
                ? null
                : """
                        The pools of the %d instances may open %d connections, but MySQL allows %d (max_connections): \
                        lower spring.datasource.hikari.maximum-pool-size, or raise max_connections to %d at least\
                        """.formatted(demand.instances(), demand.connections(), allowed, demand.connections() + RESERVE);
    }

    private void check() {
        long allowed = jdbc.sql("SELECT @@max_connections").query(Long.class).single();
        var demand = jdbc.sql(
                        "SELECT COUNT(*) AS instances, COALESCE(SUM(connections), 0) AS connections FROM instance")
                .query(Demand.class)
                .single();
        var warning = warning(demand, allowed);
        if (warning != null) {
            log.warn(warning);
        }
    }

    private void giveSign() {
        try {
            jdbc.sql("DELETE FROM instance WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL ? SECOND")
                    .param(GONE_AFTER_SECONDS)
                    .update();
            jdbc.sql("""
                            INSERT INTO instance (id, connections, seen_at) VALUES (?, ?, UTC_TIMESTAMP(3))
                            ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)
                            """).params(id, poolSize()).update();
        } catch (DataAccessException failure) {
            log.debug("This instance gave no sign of life", failure);
        }
    }

    private int poolSize() {
        try {
            return dataSource.unwrap(HikariDataSource.class).getMaximumPoolSize();
        } catch (SQLException noPool) {
            return 1;
        }
    }

    @Override
    public void start() {
        giveSign();
        check();
        signs = scheduler.scheduleWithFixedDelay(this::giveSign, SEEN_EVERY);
    }

    @Override
    public void stop() {
        var running = signs;
        if (running != null) {
            running.cancel(true);
            signs = null;
            try {
                jdbc.sql("DELETE FROM instance WHERE id = ?").param(id).update();
            } catch (DataAccessException failure) {
                log.debug("The row of this instance stays for a minute", failure);
            }
        }
    }

    @Override
    public boolean isRunning() {
        return signs != null;
    }
}
