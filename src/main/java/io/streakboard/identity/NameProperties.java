package io.streakboard.identity;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param source where names of learners come from */
@ConfigurationProperties("streakboard.names")
record NameProperties(@DefaultValue("both") NameSource source) {

    enum NameSource {
        /** A token's name replaces one that the platform has set. */
        TOKENS,
        /** Names in tokens are ignored. */
        SERVICE,
        /** A token's name is taken unless the platform has set one. */
        BOTH
    }
}
