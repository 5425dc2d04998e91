package io.streakboard.identity;

import org.jspecify.annotations.Nullable;

/**
 * How a learner is shown.
 *
 * @param name empty if the learner has none
 * @param avatar the https address of a picture
 * @param set whether the platform has set the name, or it comes from a token
 */
public record LearnerProfile(String name, @Nullable String avatar, boolean set) {

    static final LearnerProfile NONE = new LearnerProfile("", null, false);

    LearnerProfile named(String token) {
        return new LearnerProfile(token, avatar, false);
    }
}
