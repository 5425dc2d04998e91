package io.streakboard.identity.tokens;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the keys of the issuer are kept.
 *
 * @param keysRefresh how often the keys are fetched
 * @param jwksOutageTolerance how long the last keys serve while the issuer does not answer
 * @param keysInterval at most two fetches in this time, however many tokens name unknown keys
 * @param keysTimeout the longest time for a whole fetch
 */
@ConfigurationProperties("streakboard.tokens")
record TokenProperties(
        @DefaultValue("5m") Duration keysRefresh,
        @DefaultValue("12h") Duration jwksOutageTolerance,
        @DefaultValue("30s") Duration keysInterval,
        @DefaultValue("2s") Duration keysTimeout) {

    TokenProperties {
        // Waiting for a fetch and refreshing ahead must fit into the life of the keys.
        if (keysInterval.compareTo(keysRefresh) >= 0
                || keysTimeout.multipliedBy(4).compareTo(keysRefresh) > 0) {
            throw new IllegalArgumentException(
                    "streakboard.tokens.keys-refresh must be longer than keys-interval and four times keys-timeout");
        }
    }
}
