package io.streakboard.identity.limits;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.streakboard.identity.limits.RateLimitProperties.Limit;

/**
 * A limit of each caller, counted in the memory of this instance. This needs no round trip and works without Redis, but
 * a caller has the limit on each instance separately. A caller who was silent for the time of the limit is forgotten;
 * with too many callers, the least recent one.
 */
final class RateLimit {

    private static final long SECOND = 1_000_000_000;

    private final String requests;
    private final Limit limit;
    private final String name;
    private final String policy;
    private final LoadingCache<String, Bucket> buckets;

    /**
     * @param requests the counted requests: reads or writes
     * @param callers how many callers are remembered
     */
    RateLimit(String requests, Limit limit, int callers, TimeMeter meter) {
        this.requests = requests;
        this.limit = limit;
        this.name = '"' + requests + '"';
        this.policy = name + ";q=" + limit.requests() + ";w=" + limit.per().toSeconds();
        this.buckets = Caffeine.newBuilder()
                .maximumSize(callers)
                .expireAfterAccess(limit.per())
                .executor(Runnable::run) // waking a thread costs more than the upkeep
                .build(caller -> bucket(limit, meter));
    }

    private static Bucket bucket(Limit limit, TimeMeter meter) {
        return Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(limit.requests())
                        .refillGreedy(limit.requests(), limit.per())
                        .build())
                .withCustomTimePrecision(meter)
                .build();
    }

    /** Counts a request. The answer tells whether it may be made, and how many more. */
    ConsumptionProbe count(Caller caller) {
        return buckets.get(caller.id()).tryConsumeAndReturnRemaining(1);
    }

    /** The header {@code RateLimit-Policy}. */
    String policy() {
        return policy;
    }

    /** The header {@code RateLimit}. */
    String remaining(ConsumptionProbe probe) {
        return name + ";r=" + probe.getRemainingTokens() + ";t=" + seconds(probe.getNanosToWaitForReset());
    }

    /** What a caller is told who exceeded the limit. */
    String refusal(long wait) {
        return "More than %d %s in %d s. Try again in %d s."
                .formatted(limit.requests(), requests, limit.per().toSeconds(), wait);
    }

    static long seconds(long nanos) {
        return (nanos + SECOND - 1) / SECOND;
    }
}
