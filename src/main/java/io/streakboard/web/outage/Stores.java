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
 * Watches Redis and MySQL. It asks a store only when something has failed because of it, and then twice a second until
 * the store answers.
 *
 * <p>Who logs finds it statically, as loggers are static. While no application runs, nothing is watched.
 */
@Component
public class Stores implements SmartLifecycle {

    /** By store: 1 while it does not answer this instance. */
    private static final String AWAY = "streakboard.store.away";

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Whoever waits for one from the pool fails with what the pool found last, which may be as old. */
    private static final Duration WAIT_FOR_A_CONNECTION = Duration.ofSeconds(6);

    private static volatile @Nullable Stores running;

    private final StoreWatch redis;
    private final StoreWatch mySql;

    Stores(RedisConnectionFactory connections, DataSource dataSource, MeterRegistry metrics) {
        redis = watch("Redis", Questions.redis(connections), Duration.ZERO, metrics);
        mySql = watch("MySQL", Questions.mySql(dataSource), WAIT_FOR_A_CONNECTION, metrics);
    }

    private StoreWatch watch(String store, StoreWatch.Question question, Duration stragglers, MeterRegistry metrics) {
        var log = LoggerFactory.getLogger(Stores.class);
        var watch = new StoreWatch(store, question, stragglers, this::ask, log, System::nanoTime);
        Gauge.builder(AWAY, watch, each -> each.isAway() ? 1 : 0)
                .tag("store", store.toLowerCase(Locale.ROOT))
                .register(metrics);
        return watch;
    }

    /** On a thread of its own: who has failed does not wait. */
    private void ask(StoreWatch watch) {
        Thread.ofVirtual().name("store-watch").start(() -> {
            while (!watch.look() && isRunning()) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        });
    }

    /**
     * Takes a line about a failure of a store. It is written unless the store is away, then only counted.
     *
     * @return false if the line has to be written now: the failure tells of no store, or none is watched
     */
    public static boolean take(String kind, Throwable failure, HeldBack line) {
        var stores = running;
        var watch = stores == null ? null : stores.of(failure);
        if (watch == null) {
            return false;
        }
        watch.failed(kind, line);
        return true;
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
