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
     * A group as somebody sees it.
     *
     * @param role null for those who are not in it
     * @param members how many there are
     */
    record Seen(LearnerGroup group, @Nullable Role role, int members) {}

    boolean isMadeByLearners() {
        return key == null;
    }
}
