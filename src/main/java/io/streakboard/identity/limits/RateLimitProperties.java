package io.streakboard.identity.limits;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

/**
 * The limits on a caller's requests to one instance.
 *
 * @param enabled whether there are limits
 * @param learner the limits of each learner
 * @param client the limits of each service or admin; a batch of up to 1,000 activities counts as one request
 * @param callers how many callers are remembered at a time
 */
@ConfigurationProperties("streakboard.rate-limits")
record RateLimitProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Learner learner,
        @DefaultValue Client client,
        @DefaultValue("200000") int callers) {

    /** Reads and writes are counted apart. */
    record Learner(
            @DefaultValue("200/10s") Limit reads,
            @DefaultValue("60/10s") Limit writes) {}

    record Client(
            @DefaultValue("5000/10s") Limit reads,
            @DefaultValue("2000/10s") Limit writes) {}

    /** A number of requests in a time, written {@code 200/10s}; all of them may come at once. */
    record Limit(long requests, Duration per) {

        Limit {
            if (requests < 1 || per.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException("A limit allows a request or more, in a second or more");
            }
        }

        /** Reads a limit when properties are bound. */
        public static Limit of(String text) {
            var parts = text.split("/", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException("'" + text + "' is not a limit such as 200/10s");
            }
            return new Limit(Long.parseLong(parts[0].strip()), DurationStyle.detectAndParse(parts[1].strip()));
        }
    }
}
