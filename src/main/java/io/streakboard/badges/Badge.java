package io.streakboard.badges;

import io.streakboard.badges.credentials.Achievement;
import io.streakboard.web.LocalizedText;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A badge with its levels.
 *
 * @param name names the badge in addresses, for example {@code month-of-days}; learners keep badges by this name
 * @param title names the badge for people
 * @param description why it is given
 * @param image the https address of a picture
 * @param condition when it is given, for example {@code longest-streak >= 30}, or {@code >= N} with levels
 * @param levels the numbers for {@code N}, the easiest first. A level is named by its number, so that it keeps its name
 *     when other levels are added. The number of a condition without {@code N} is the only level
 */
record Badge(
        @DefaultValue("") @Pattern(regexp = "[a-z][a-z0-9-]{0,31}", message = NAME)
        String name,

        @DefaultValue("") @NotBlank @Size(max = 100) LocalizedText title,
        @DefaultValue("") @NotBlank @Size(max = 1000) LocalizedText description,

        @Nullable @Pattern(regexp = "https://\\S{1,500}", message = "must be an https address")
        String image,

        @NotNull Condition condition,
        @DefaultValue @Size(max = 20) List<Long> levels) {

    private static final String NAME = "must be a small letter, then up to 31 of a-z, 0-9 and -";

    Badge {
        boolean oneLevel = condition != null && condition.number() != null && levels.isEmpty();
        levels = oneLevel ? List.of(condition.number()) : List.copyOf(levels);
    }

    Criterion criterion() {
        return condition.criterion();
    }

    /** Whether learners who have earned one have earned the other: only texts may differ. */
    boolean isGivenLike(Badge other) {
        return criterion().equals(other.criterion()) && levels.equals(other.levels);
    }

    /** The levels that a learner has reached. */
    List<Long> reached(@Nullable Long value) {
        return levels.stream().filter(level -> condition.isMet(value, level)).toList();
    }

    /** A level as credentials show it; it may be one that was given under an earlier number of the condition. */
    Achievement achievement(long level) {
        return new Achievement(
                "/badges/" + name + "/levels/" + level,
                title.toString(),
                description.toString(),
                condition.text().replaceFirst("(N|[0-9]+)$", Long.toString(level)),
                image);
    }
}
