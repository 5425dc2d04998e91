package io.streakboard.badges;

import io.streakboard.web.Features;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param definitions the badges; without any, the module is off
 * @param checkInterval how often to check whether a run over all learners is due
 */
@Validated
@ConfigurationProperties("streakboard.badges")
record BadgeProperties(
        @DefaultValue List<Definition> definitions,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration checkInterval)
        implements Features {

    /**
     * @param name names the badge in addresses, for example {@code month-of-days}; learners keep badges by this name
     * @param title names the badge for people
     * @param description why it is given
     * @param image the https address of a picture
     * @param condition when it is given, for example {@code longest-streak >= 30}, or {@code >= N} with levels
     * @param levels the numbers for {@code N}, the easiest first
     */
    record Definition(
            @DefaultValue("") String name,
            @DefaultValue("") String title,
            @DefaultValue("") String description,
            @Nullable String image,
            @DefaultValue("") String condition,
            @DefaultValue List<Long> levels) {}

    @Override
    public List<String> features() {
        return definitions.isEmpty() ? List.of() : List.of("badges");
    }
}
