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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/today}: the figures of today. Each part is computed at most once in its time on an instance, however
 * many admins look at it, and takes at most a fiftieth of the time. An admin waits for it a second at most, and then gets
 * the figures before.
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

    /** @param until when it is fresh no longer, by the ticker */
    private record KnownPart(TodayPart part, long until) {}

    private static final int SHARE = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final List<TodayFigures> modules;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Executor executor;
    private final Map<String, KnownPart> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<TodayPart>> computing = new ConcurrentHashMap<>();

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
        var parts = new TreeMap<String, TodayPart>();
        var unavailable = new TreeMap<String, String>();
        for (var module : modules) {
            try {
                var part = part(module);
                if (part != null) {
                    parts.put(module.section(), part);
                }
            } catch (RuntimeException failure) {
                if (!Outage.is(failure)) {
                    throw failure;
                }
                unavailable.put(module.section(), RootCause.message(failure));
            }
        }
        return new TodayReport(parts, unavailable);
    }

    private @Nullable TodayPart part(TodayFigures module) {
        var last = known.get(module.section());
        if (last != null && nanos.getAsLong() - last.until() < 0) {
            return last.part();
        }
        return computing
                .compute(module.section(), (section, now) -> now == null || now.isDone() ? compute(module) : now)
                .copy() // the timeout is this caller's alone
                .completeOnTimeout(last == null ? null : last.part(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private CompletableFuture<TodayPart> compute(TodayFigures module) {
        return CompletableFuture.supplyAsync(
                () -> {
                    var asOf = clock.instant();
                    long begun = nanos.getAsLong();
                    var figures = module.figures();
                    long ended = nanos.getAsLong();
                    long fresh = Math.max(module.freshFor().toNanos(), (ended - begun) * SHARE);
                    var part = new TodayPart(asOf, Duration.ofNanos(fresh), figures);
                    known.put(module.section(), new KnownPart(part, ended + fresh));
                    return part;
                },
                executor);
    }
}
