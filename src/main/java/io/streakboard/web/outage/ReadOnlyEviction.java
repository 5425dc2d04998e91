package io.streakboard.web.outage;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Evicts all connections when a write meets a server that only reads, because after a switch-over another one is the
 * primary. Writes that fail together evict once.
 */
final class ReadOnlyEviction implements SQLExceptionOverride {

    /** Refused by {@code read_only}, by read-only mode, or by Group Replication at the commit. */
    private static final Set<Integer> REFUSED = Set.of(1290, 1836, 3100);

    private static final Duration ONCE_IN = Duration.ofSeconds(1);

    private final HikariDataSource pool;
    private final AtomicLong evicted = new AtomicLong(System.nanoTime() - ONCE_IN.toNanos());

    ReadOnlyEviction(HikariDataSource pool) {
        this.pool = pool;
    }

    @java.lang.Override // the interface has a type of this name
    public Override adjudicate(SQLException failure) {
        if (!REFUSED.contains(failure.getErrorCode())) {
            return Override.CONTINUE_EVICT;
        }
        long now = System.nanoTime();
        long before = evicted.get();
        if (now - before >= ONCE_IN.toNanos() && evicted.compareAndSet(before, now)) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
        return Override.MUST_EVICT;
    }
}
