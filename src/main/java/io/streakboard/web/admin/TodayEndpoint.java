package io.streakboard.web.admin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.streakboard.web.Outage;
import io.streakboard.web.RootCause;
import io.streakboard.web.TodayFigures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/today}: the figures of today. Each part is computed at most once in its time on an instance, however
 * many admins look at it, and takes at most a hundredth of the time.
 */
@Component
@Endpoint(id = "today")
class TodayEndpoint {

    /** @param asOf when the figures were computed */
    record TodayPart(Instant asOf, Duration freshFor, Object figures) {}

    /**
     * @param parts by module
     * @param unavailable the parts whose store is away, each with the reason
     */
    record TodayReport(Map<String, TodayPart> parts, Map<String, String> unavailable) {}

    private static final int SHARE = 100;

    private final List<TodayFigures> modules;
    private final Clock clock;
    private final Ticker ticker;
    private final Cache<String, TodayPart> known;

    @Autowired
    TodayEndpoint(List<TodayFigures> modules, Clock clock) {
        this(modules, clock, Ticker.systemTicker());
    }

    TodayEndpoint(List<TodayFigures> modules, Clock clock, Ticker ticker) {
        this.modules = modules;
        this.clock = clock;
        this.ticker = ticker;
        this.known = Caffeine.newBuilder()
                .expireAfter(Expiry.<String, TodayPart>creating((section, part) -> part.freshFor()))
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    @ReadOperation
    TodayReport today() {
        var parts = new TreeMap<String, TodayPart>();
        var unavailable = new TreeMap<String, String>();
        for (var module : modules) {
            try {
                parts.put(module.section(), known.get(module.section(), section -> computed(module)));
            } catch (RuntimeException failure) {
                if (!Outage.is(failure)) {
                    throw failure;
                }
                unavailable.put(module.section(), RootCause.message(failure));
            }
        }
        return new TodayReport(parts, unavailable);
    }

    private TodayPart computed(TodayFigures module) {
        var asOf = clock.instant();
        long begun = ticker.read();
        var figures = module.figures();
        var least = Duration.ofNanos((ticker.read() - begun) * SHARE);
        return new TodayPart(asOf, least.compareTo(module.freshFor()) > 0 ? least : module.freshFor(), figures);
    }
}
