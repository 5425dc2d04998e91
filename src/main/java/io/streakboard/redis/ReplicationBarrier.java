package io.streakboard.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one master that waits for a replica. {@code WAIT} blocks its connection, so it needs its own one. It
 * only waits for writes of its own connection, so a write comes first: a replica that has this write has all earlier
 * ones. Callers that come during a wait share the next one.
 */
final class ReplicationBarrier implements RedisConnectionStateListener {

    private static final int REPLICAS = 1;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final SetArgs KEPT = SetArgs.Builder.ex(Duration.ofMinutes(1));

    private final StatefulRedisConnection<String, String> connection;
    private final AtomicLong losses = new AtomicLong();
    private boolean underWay;
    private @Nullable CompletableFuture<Boolean> next;

    ReplicationBarrier(StatefulRedisConnection<String, String> connection) {
        this.connection = connection;
        connection.addListener(this);
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
        losses.incrementAndGet();
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    /** How often the connection was lost: an unchanged number means the same process of Redis. */
    long losses() {
        return losses.get();
    }

    /**
     * Tells whether a replica has all writes until now.
     *
     * @param key a key of the master to write to
     */
    CompletableFuture<Boolean> pass(String key) {
        var answer = new CompletableFuture<Boolean>();
        synchronized (this) {
            if (underWay) {
                next = next == null ? answer : next;
                return next;
            }
            underWay = true;
        }
        send(key, answer);
        return answer;
    }

    private void send(String key, CompletableFuture<Boolean> answer) {
        try {
            var commands = connection.async();
            commands.set(key, "", KEPT)
                    .thenCombine(
                            commands.waitForReplication(REPLICAS, TIMEOUT.toMillis()),
                            (written, replicas) -> replicas >= REPLICAS)
                    .whenComplete((passed, failure) -> done(key, answer, failure == null && passed));
        } catch (RedisException closed) {
            done(key, answer, false);
        }
    }

    private void done(String key, CompletableFuture<Boolean> answer, boolean passed) {
        CompletableFuture<Boolean> following;
        synchronized (this) {
            following = next;
            next = null;
            underWay = following != null;
        }
        answer.complete(passed);
        if (following != null) {
            send(key, following);
        }
    }

    void close() {
        connection.close();
    }
}
