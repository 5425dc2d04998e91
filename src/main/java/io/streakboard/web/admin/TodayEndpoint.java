package io.streakboard.web.admin;

import io.streakboard.web.Outage;
import io.streakboard.web.RootCause;
import io.streakboard.web.TodayFigures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/today}: the figures of today. Each part is computed at most once in its time on an instance, however
 * many admins look at it, and takes at most a fiftieth of the time, also if it fails. An admin waits for a second at
 * most, and then gets the figures before.
 */
@Component
@Endpoint(id = "today")
class TodayEndpoint {

    /** @param asOf when the figures were computed */
    record TodayPart(Instant asOf, Duration freshFor, Object figures) {}

    /**
     * @param parts by module; without those that are computed for the first time and take long
     * @param unavailable the parts whose store is away, each with the reason
     */
    record TodayReport(Map<String, TodayPart> parts, Map<String, String> unavailable) {}

    private static final int SHARE = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final List<TodayFigures> modules;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Executor executor;
    private final Map<String, TodayPart> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<TodayPart>> computed = new ConcurrentHashMap<>();

    /** When each part may be computed again, by the ticker. */
    private final Map<String, Long> dueAt = new ConcurrentHashMap<>();

    @Autowired
    TodayEndpoint(List<TodayFigures> modules, Clock clock) {
        this(modules, clock, System::nanoTime, Executors.newVirtualThreadPerTaskExecutor());
    }

    TodayEndpoint(List<TodayFigures> modules, Clock clock, LongSupplier nanos, Executor executor) {
        this.modules = modules;
        this.clock = clock;
        this.nanos = nanos;
        this.executor = executor;
    }

    @ReadOperation
    TodayReport today() {
        var begun = new TreeMap<String, CompletableFuture<TodayPart>>(); // all before the first is waited for
        modules.forEach(module -> begun.put(module.section(), part(module)));
        var parts = new TreeMap<String, TodayPart>();
        var unavailable = new TreeMap<String, String>();
        begun.forEach((section, answer) -> {
            try {
                var part = answer.join();
                if (part != null) {
                    parts.put(section, part);
                }
            } catch (CompletionException failure) {
                if (!Outage.is(failure)) {
                    throw failure;
                }
                unavailable.put(section, RootCause.message(failure));
            }
        });
        return new TodayReport(parts, unavailable);
    }

    private CompletableFuture<TodayPart> part(TodayFigures module) {
        return computed.compute(
                        module.section(),
                        (section, last) -> last == null || last.isDone() && isDue(section)
                                ? CompletableFuture.supplyAsync(() -> compute(module), executor)
                                : last)
                .copy() // the timeout is this caller's alone
                .completeOnTimeout(known.get(module.section()), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isDue(String section) {
        return nanos.getAsLong() - dueAt.getOrDefault(section, 0L) >= 0;
    }

    private TodayPart compute(TodayFigures module) {
        var asOf = clock.instant();
        long begun = nanos.getAsLong();
        try {
            var figures = module.figures();
            long fresh = rest(module, begun, module.freshFor());
            var part = new TodayPart(asOf, Duration.ofNanos(fresh), figures);
            known.put(module.section(), part);
            return part;
        } catch (RuntimeException | Error failure) {
            rest(module, begun, Duration.ZERO);
            throw failure;
        }
    }

    /** Returns how long a part is not computed again. */
    private long rest(TodayFigures module, long begun, Duration atLeast) {
        long ended = nanos.getAsLong();
        long rest = Math.max(atLeast.toNanos(), (ended - begun) * SHARE);
        dueAt.put(module.section(), ended + rest);
        return rest;
    }
}
