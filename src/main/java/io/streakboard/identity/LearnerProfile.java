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

    static final int LONGEST_AVATAR = 500;

    /** An https address without user and fragment. */
    static final String AVATAR = "https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?][\\w./?=&%+~:@!$*(),;-]*)?";

    static final LearnerProfile NONE = new LearnerProfile("", null, false);

    static boolean isAvatar(String address) {
        return address.length() <= LONGEST_AVATAR && address.matches(AVATAR);
    }

    LearnerProfile named(String token) {
        return new LearnerProfile(token, avatar, false);
    }
}
