package io.streakboard.xapi;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The relevant parts of an xAPI statement.
 *
 * @param id a UUID
 * @param timestamp when the learner acted; absent: now
 */
record Statement(
        @Nullable @Pattern(regexp = ID) String id,
        @NotNull @Valid Actor actor,
        @NotNull @Valid Verb verb,
        @NotNull @Valid StatementObject object,
        @Nullable Instant timestamp) {

    static final String ID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    /** Only an agent is a learner, a group is not. */
    record Actor(
            @Nullable String objectType,
            @Nullable @Valid ActorAccount account,
            @Nullable String mbox) {

        boolean isAgent() {
            return objectType == null || objectType.equals("Agent");
        }
    }

    record ActorAccount(@NotNull String homePage, @NotNull String name) {}

    record Verb(@NotBlank String id) {}

    /** @param id of an activity, or of the statement to which this one refers */
    record StatementObject(
            @Nullable String objectType,
            @Nullable String id,
            @Nullable ActivityDefinition definition) {

        boolean isActivity() {
            return objectType == null || objectType.equals("Activity");
        }

        @Nullable
        String type() {
            return definition == null ? null : definition.type();
        }
    }

    record ActivityDefinition(@Nullable String type) {}

    /**
     * The statement with an id in small letters. A missing id is derived from actor, verb, object and timestamp, so
     * that a repeated statement counts once; without a timestamp it is random.
     */
    Statement identified() {
        return identified(id != null ? id.toLowerCase(Locale.ROOT) : generated().toString());
    }

    Statement identified(String given) {
        return new Statement(given, actor, verb, object, timestamp);
    }

    /** The id, which must be present. */
    String key() {
        return Objects.requireNonNull(id);
    }

    private UUID generated() {
        return timestamp == null
                ? UUID.randomUUID()
                : UUID.nameUUIDFromBytes(toString().getBytes(StandardCharsets.UTF_8));
    }
}
