package io.streakboard.redis;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.validation.annotation.Validated;

/**
 * How long to retry commands that a Redis Cluster refuses for now: see {@link TransientClusterError}.
 *
 * @param atMost from the first try on; after that the caller gets the failure
 */
@Validated
@ConfigurationProperties("streakboard.redis")
public record ClusterRetry(
        @Name("retry-timeout") @DefaultValue("5s") Duration atMost) {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    RetryTemplate template() {
        return new RetryTemplate(RetryPolicy.builder()
                .predicate(TransientClusterError::is)
                .maxRetries(Long.MAX_VALUE)
                .timeout(atMost)
                .delay(FIRST_PAUSE)
                .multiplier(2)
                .maxDelay(LONGEST_PAUSE)
                .build());
    }
}
