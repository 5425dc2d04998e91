package io.streakboard.identity;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param keys how learners are named outside: {@code numbers}, the ids themselves, or {@code texts}, the platform's own
 *     keys such as UUIDs. Set it before the first start: it is fixed once there is data
 */
@ConfigurationProperties("streakboard.learners")
record LearnerProperties(@DefaultValue("numbers") Keys keys) {

    enum Keys {
        NUMBERS,
        TEXTS
    }
}
