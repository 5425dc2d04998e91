package io.streakboard.badges;

import io.streakboard.badges.credentials.Achievement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A badge with its levels.
 *
 * @param image the address of a picture
 * @param levels the numbers of the condition, the easiest first. A level is named by its number, so that it keeps its
 *     name when other levels are added
 */
record Badge(
        String name,
        String title,
        String description,
        @Nullable String image,
        Condition condition,
        List<Long> levels) {

    Criterion criterion() {
        return condition.criterion();
    }

    /** The levels that a learner has reached. */
    List<Long> reached(@Nullable Long value) {
        return levels.stream().filter(level -> condition.isMet(value, level)).toList();
    }

    /** A level as credentials show it; it may be one that was given under an earlier number of the condition. */
    Achievement achievement(long level) {
        return new Achievement(
                "/badges/" + name + "/levels/" + level,
                title,
                description,
                condition.text().replaceFirst("(N|[0-9]+)$", Long.toString(level)),
                image);
    }
}
