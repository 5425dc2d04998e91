package io.streakboard.web.outage;

import io.lettuce.core.RedisException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Watches Redis and MySQL. It asks a store only after a failure that the store may have caused, then twice a second
 * until the store answers.
 *
 * <p>Access is static, because loggers are static. Without a running application it watches nothing.
 */
@Component
public class StoreAvailability implements SmartLifecycle {

    /** By store: 1 while it answers this instance, else 0. */
    private static final String UP = "streakboard.store.up";

    private static final Duration PAUSE = Duration.ofMillis(500);

    private static volatile @Nullable StoreAvailability running;

    private final AvailabilityProbe redis;
    private final AvailabilityProbe mySql;

    StoreAvailability(RedisConnectionFactory connections, DataSource dataSource, MeterRegistry metrics) {
        redis = watch("Redis", HealthQueries.redis(connections), metrics);
        mySql = watch("MySQL", HealthQueries.mySql(dataSource), metrics);
    }

    private static AvailabilityProbe watch(String store, AvailabilityProbe.HealthQuery query, MeterRegistry metrics) {
        var probe =
                new AvailabilityProbe(store, query, LoggerFactory.getLogger(StoreAvailability.class), System::nanoTime);
        Gauge.builder(UP, probe, each -> each.isAway() ? 0 : 1)
                .tag("store", store.toLowerCase(Locale.ROOT))
                .register(metrics);
        return probe;
    }

    /**
     * Records a failure and asks the store behind it, on a separate thread, because the failed caller does not wait.
     *
     * @return whether that store is already known to be away, so that the failure is no news
     */
    public static boolean explain(Throwable failure) {
        var storeAvailability = running;
        return storeAvailability != null && storeAvailability.explains(failure);
    }

    private boolean explains(Throwable failure) {
        var probe = of(failure);
        return probe != null && isAway(probe);
    }

    private boolean isAway(AvailabilityProbe probe) {
        if (probe.failed()) {
            Thread.ofVirtual().name("store-watch").start(() -> ask(probe));
        }
        return probe.isAway();
    }

    private void ask(AvailabilityProbe probe) {
        while (!probe.look() && isRunning()) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    public static boolean isMySqlAway() {
        var storeAvailability = running;
        return storeAvailability != null && storeAvailability.mySql.isAway();
    }

    private @Nullable AvailabilityProbe of(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (each instanceof RedisException || each instanceof RedisConnectionFailureException) {
                return redis;
            }
            if (each instanceof SQLException || each instanceof TransactionException) {
                return mySql;
            }
        }
        return null;
    }

    @Override
    public void start() {
        running = this;
    }

    @Override
    public void stop() {
        if (isRunning()) {
            running = null;
        }
    }

    @Override
    public boolean isRunning() {
        return running == this;
    }
}
