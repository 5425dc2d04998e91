package io.streakboard.support;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** Jobs of the shared application that do not run before this is closed. Waits for runs that are under way. */
public final class HeldJobs implements AutoCloseable {

    private static final Duration LONGER_THAN_A_TEST = Duration.ofMinutes(10);

    private final List<SimpleLock> locks;

    public HeldJobs(ExtensibleLockProvider provider, String... jobs) {
        locks = Stream.of(jobs).map(job -> lock(provider, job)).toList();
    }

    private static SimpleLock lock(ExtensibleLockProvider provider, String job) {
        return await().until(
                        () -> provider.lock(
                                new LockConfiguration(Instant.now(), job, LONGER_THAN_A_TEST, Duration.ZERO)),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public void close() {
        locks.forEach(SimpleLock::unlock);
    }
}
