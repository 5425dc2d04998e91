package io.streakboard.identity;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The data that a module keeps of a learner. Each module with such data has a component like this, and deletes the data
 * on {@link LearnerDeleted}.
 */
public interface PersonalData {

    /** Names the module's part of an export. */
    String section();

    /** The data, to be written as JSON. A long list is a {@link Stream}, which is read while it is written. */
    Object of(long learner);

    /** Whether the module has data of the learner. */
    default boolean knows(long learner) {
        return switch (of(learner)) {
            case Collection<?> some -> !some.isEmpty();
            case Map<?, ?> some -> !some.isEmpty();
            default -> true;
        };
    }
}
