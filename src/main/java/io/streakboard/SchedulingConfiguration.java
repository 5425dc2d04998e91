package io.streakboard;

import io.streakboard.web.RateLimitedLogger;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.Executors;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import net.javacrumbs.shedlock.support.LockException;
import org.slf4j.LoggerFactory;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Jobs run on every instance; a lock in Redis keeps them from doing the same work twice. It is renewed while the job
 * runs and ends a minute after its instance has. The lock only saves work. It is no fence, so every job is safe to run
 * twice. Jobs run at a fixed rate, each on its own thread: jobs with a fixed delay would all share one thread, and a
 * long settlement would hold up the rest.
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "1m")
class SchedulingConfiguration {

    @Bean
    ExtensibleLockProvider locks(StringRedisTemplate redis) {
        ClockProvider.setClock(steady());
        return new RedisLockProvider.Builder(redis)
                .keyPrefix("streakboard:lock")
                .environment("jobs")
                .safeUpdate(true)
                .build();
    }

    /** A clock that is put back would keep a lock, when it is given up, for as long as the step. This one never is. */
    private static Clock steady() {
        var start = Instant.now();
        long begun = System.nanoTime();
        InstantSource steady = () -> start.plusNanos(System.nanoTime() - begun);
        return steady.withZone(ZoneOffset.UTC);
    }

    /** While a store is away every run of every job fails: an occasional line says as much as all the stack traces. */
    @Bean
    SimpleAsyncTaskSchedulerCustomizer countedFailures() {
        var log = new RateLimitedLogger(LoggerFactory.getLogger(SchedulingConfiguration.class));
        return jobs -> jobs.setErrorHandler(failure -> {
            var cause = failure instanceof LockException && failure.getCause() != null ? failure.getCause() : failure;
            log.failure("A job failed", cause);
        });
    }

    @Bean
    @Primary
    LockProvider renewedLocks(ExtensibleLockProvider locks) {
        return new KeepAliveLockProvider(
                locks,
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofVirtual().name("lock-renewal").factory()));
    }
}
