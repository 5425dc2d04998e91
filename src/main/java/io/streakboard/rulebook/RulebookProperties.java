package io.streakboard.rulebook;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param source where rules are edited */
@ConfigurationProperties("streakboard.rulebook")
record RulebookProperties(@DefaultValue("configuration") Source source) {

    enum Source {
        /** In the properties of the instances. */
        CONFIGURATION,
        /** In MySQL, through the API; the properties only make the first version. */
        DATABASE
    }
}
