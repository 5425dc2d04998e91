package io.streakboard.badges;

import io.streakboard.rulebook.RuleDocument;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param definitions the badges, in the order in which learners see them; without any, nothing listens */
@Validated
@ConfigurationProperties("streakboard.badges")
record BadgeRules(@DefaultValue @Size(max = 200) List<@Valid Badge> definitions) {

    BadgeRules {
        definitions = List.copyOf(definitions);
        RuleDocument.requireDistinct(
                "streakboard.badges.definitions",
                "name",
                definitions.stream().map(Badge::name).toList());
    }

    Optional<Badge> named(String name) {
        return definitions.stream().filter(badge -> badge.name().equals(name)).findFirst();
    }

    /** Whether it has a badge with the same name, criterion and levels. */
    boolean has(Badge badge) {
        return named(badge.name()).filter(badge::isGivenLike).isPresent();
    }
}
