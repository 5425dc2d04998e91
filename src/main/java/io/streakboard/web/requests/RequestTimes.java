package io.streakboard.web.requests;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * Counts the times of successful requests in a few buckets, for the routes that people wait for. All buckets of all
 * routes would be thousands of series an instance. The other routes have one bucket, because in Prometheus a metric is
 * a histogram for all its tags or for none.
 */
@Component
class RequestTimes implements MeterFilter {

    private static final String REQUESTS = "http.server.requests";

    private static final Set<String> ROUTES = Set.of(
            "/api/sign-ins",
            "/api/sign-ins/calendar",
            "/api/boards/{board}/top",
            "/api/boards/{board}/around/{member}",
            "/api/points/summary",
            "/api/activities",
            "/api/scores");

    private static final DistributionStatisticConfig FEW = buckets(10, 25, 50, 100, 250, 1000, 5000);
    private static final DistributionStatisticConfig ONE = buckets(5000);

    private static DistributionStatisticConfig buckets(int... millis) {
        return DistributionStatisticConfig.builder()
                .serviceLevelObjectives(IntStream.of(millis)
                        .mapToDouble(each -> Duration.ofMillis(each).toNanos())
                        .toArray())
                .build();
    }

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return id.getName().equals(REQUESTS) ? (isWaitedFor(id) ? FEW : ONE).merge(config) : config;
    }

    private static boolean isWaitedFor(Meter.Id id) {
        var route = id.getTag("uri");
        return route != null && ROUTES.contains(route) && "SUCCESS".equals(id.getTag("outcome"));
    }
}
