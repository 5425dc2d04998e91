package io.streakboard.identity.limits;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.streakboard.identity.limits.RateLimitProperties.Limit;
import io.streakboard.identity.limits.RateLimitProperties.Limits;
import java.time.Duration;
import java.util.Collections;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Counts the requests of each caller in the memory of this instance. This needs no round trip and works without Redis,
 * but a caller has the limit on each instance separately. A caller who was silent for the time of the limits is
 * forgotten; with too many callers, the least recent one.
 */
@Component
class RateLimits {

    private record BucketKey(Caller caller, boolean write) {}

    /** @param probe tells whether the request may be made, and how many more */
    record LimitCheck(String policy, Limit limit, ConsumptionProbe probe) {}

    private final RateLimitProperties properties;
    private final TimeMeter meter;
    private final LoadingCache<BucketKey, Bucket> buckets;

    @Autowired
    RateLimits(RateLimitProperties properties) {
        this(properties, TimeMeter.SYSTEM_NANOTIME);
    }

    RateLimits(RateLimitProperties properties, TimeMeter meter) {
        this.properties = properties;
        this.meter = meter;
        this.buckets = Caffeine.newBuilder()
                .maximumSize(properties.callers() * 2L) // reads and writes
                .expireAfterAccess(longest(properties))
                .executor(Runnable::run) // waking a thread costs more than the upkeep
                .build(key -> bucket(limit(key)));
    }

    private static Duration longest(RateLimitProperties properties) {
        return Collections.max(Stream.of(properties.learner(), properties.client())
                .flatMap(limits ->
                        Stream.of(limits.reads().per(), limits.writes().per()))
                .toList());
    }

    boolean enabled() {
        return properties.enabled();
    }

    /** Counts a request. */
    LimitCheck count(Caller caller, boolean write) {
        var key = new BucketKey(caller, write);
        return new LimitCheck(
                write ? "writes" : "reads", limit(key), buckets.get(key).tryConsumeAndReturnRemaining(1));
    }

    private Limit limit(BucketKey key) {
        Limits limits = switch (key.caller().kind()) {
            case LEARNER -> properties.learner();
            case CLIENT -> properties.client();
        };
        return key.write() ? limits.writes() : limits.reads();
    }

    private Bucket bucket(Limit limit) {
        return Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(limit.requests())
                        .refillGreedy(limit.requests(), limit.per())
                        .build())
                .withCustomTimePrecision(meter)
                .build();
    }
}
