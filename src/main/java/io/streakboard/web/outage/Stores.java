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
public class Stores implements SmartLifecycle {

    /** By store: 1 while it does not answer this instance. */
    private static final String AWAY = "streakboard.store.away";

    private static final Duration PAUSE = Duration.ofMillis(500);

    private static volatile @Nullable Stores running;

    private final StoreWatch redis;
    private final StoreWatch mySql;

    Stores(RedisConnectionFactory connections, DataSource dataSource, MeterRegistry metrics) {
        redis = watch("Redis", Questions.redis(connections), metrics);
        mySql = watch("MySQL", Questions.mySql(dataSource), metrics);
    }

    private static StoreWatch watch(String store, StoreWatch.Question question, MeterRegistry metrics) {
        var watch = new StoreWatch(store, question, LoggerFactory.getLogger(Stores.class), System::nanoTime);
        Gauge.builder(AWAY, watch, each -> each.isAway() ? 1 : 0)
                .tag("store", store.toLowerCase(Locale.ROOT))
                .register(metrics);
        return watch;
    }

    /**
     * Takes note of a failure and asks the store behind it, on a separate thread, because the failed caller does not
     * wait.
     *
     * @return whether that store is already known to be away, so that the failure is no news
     */
    public static boolean explain(Throwable failure) {
        var stores = running;
        return stores != null && stores.explains(failure);
    }

    private boolean explains(Throwable failure) {
        var watch = of(failure);
        return watch != null && isAway(watch);
    }

    private boolean isAway(StoreWatch watch) {
        if (watch.failed()) {
            Thread.ofVirtual().name("store-watch").start(() -> ask(watch));
        }
        return watch.isAway();
    }

    private void ask(StoreWatch watch) {
        while (!watch.look() && isRunning()) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    public static boolean isMySqlAway() {
        var stores = running;
        return stores != null && stores.mySql.isAway();
    }

    private @Nullable StoreWatch of(Throwable failure) {
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
