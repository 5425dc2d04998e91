package io.streakboard.groups;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A group of learners.
 *
 * @param key how a service names it; null if learners made it
 * @param code with which learners join; null if they cannot
 */
record LearnerGroup(
        long id,
        String name,
        @Nullable String key,
        @Nullable String code,
        Instant createdAt) {

    enum Role {
        @JsonProperty("member")
        MEMBER,
        @JsonProperty("owner")
        OWNER
    }

    record Member(long learner, Role role, Instant joinedAt) {}

    /**
     * A group from one viewer's perspective.
     *
     * @param role null for viewers outside the group
     * @param members number of members
     */
    record ViewedGroup(LearnerGroup group, @Nullable Role role, int members) {}

    boolean isMadeByLearners() {
        return key == null;
    }
}
