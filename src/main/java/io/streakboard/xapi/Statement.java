package io.streakboard.xapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.streakboard.points.SourceTitles;
import io.streakboard.web.Sha256;
import io.streakboard.web.Violation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The relevant parts of an xAPI statement.
 *
 * @param id a UUID
 * @param timestamp when the learner acted; absent: now
 */
record Statement(
        @JsonDeserialize(using = NonNullDeserializer.class) @Nullable @Pattern(regexp = ID)
        String id,

        @NotNull @Valid Actor actor,
        @NotNull @Valid Verb verb,
        @NotNull @Valid StatementObject object,
        @JsonDeserialize(using = Timestamp.class) @Nullable Instant timestamp) {

    static final String ID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    /** @param objectType only an agent is a learner, a group is not */
    record Actor(
            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String objectType,

            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable @Valid
            ActorAccount account,

            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String mbox,

            @JsonProperty("mbox_sha1sum") @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String mboxSha1sum,

            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String openid) {

        Actor(@Nullable String objectType, @Nullable ActorAccount account, @Nullable String mbox) {
            this(objectType, account, mbox, null, null);
        }

        boolean isAgent() {
            return objectType == null || objectType.equals("Agent");
        }

        /** A group may have none. */
        private boolean isIdentified() {
            long identifiers = Stream.of(account, mbox, mboxSha1sum, openid)
                    .filter(Objects::nonNull)
                    .count();
            return identifiers == 1 || identifiers == 0 && !isAgent();
        }

        /** The form of its identifier, or that it is no agent. */
        String kind() {
            if (!isAgent()) {
                return "group";
            }
            if (account != null) {
                return "account";
            }
            if (mbox != null) {
                return "mbox";
            }
            return mboxSha1sum == null ? "openid" : "mbox_sha1sum";
        }

        /** The identifier; of an account without its home page. */
        @Nullable
        String name() {
            return account != null
                    ? account.name()
                    : Stream.of(mbox, mboxSha1sum, openid)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null);
        }

        /** Never changes: the ids of statements without an id are made of it. */
        @Override
        public String toString() {
            return "Actor[objectType=%s, account=%s, mbox=%s]".formatted(objectType, account, mbox);
        }
    }

    record ActorAccount(@NotNull String homePage, @NotNull String name) {}

    record Verb(@NotBlank String id) {}

    /** @param id of an activity, or of the statement to which this one refers */
    record StatementObject(
            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String objectType,

            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String id,

            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            ActivityDefinition definition) {

        boolean isActivity() {
            return objectType == null || objectType.equals("Activity");
        }

        /** Persons and statements within the statement have none. */
        private boolean isIdentified() {
            boolean named = isActivity() || "StatementRef".equals(objectType);
            return !named || id != null && !id.isBlank();
        }

        @Nullable
        String type() {
            return definition == null ? null : definition.type();
        }

        @Nullable
        String title() {
            return definition == null ? null : definition.title();
        }
    }

    /** @param name by language */
    record ActivityDefinition(
            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            String type,

            @JsonDeserialize(using = NonNullDeserializer.class) @Nullable
            Map<String, @Nullable String> name) {

        /** The first name that can be a title: senders put their main language first. */
        @Nullable
        String title() {
            return name == null
                    ? null
                    : name.values().stream()
                            .filter(Objects::nonNull)
                            .map(String::strip)
                            .filter(each -> SourceTitles.violation(each).isEmpty())
                            .findFirst()
                            .orElse(null);
        }

        /** Never changes: the ids of statements without an id are made of it. */
        @Override
        public String toString() {
            return "ActivityDefinition[type=%s]".formatted(type);
        }
    }

    /** The error of the statement as a whole; empty if it is valid. */
    Optional<Violation> violation() {
        if (!actor.isIdentified()) {
            return Optional.of(new Violation(
                    "actor", "must have one of account, mbox, mbox_sha1sum and openid", "identifier", Map.of()));
        }
        return object.isIdentified()
                ? Optional.empty()
                : Optional.of(new Violation("object.id", "is required", "required", Map.of()));
    }

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

    /**
     * A source id of the verb and the activity, for rules by which an activity counts once. It is short and has no
     * blanks, which ids of activities need not be. The rule itself is not part of it, so that it may be reworded.
     */
    String activityKey() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.of((verb.id() + "\n" + object.id()).getBytes(StandardCharsets.UTF_8)));
    }

    private UUID generated() {
        return timestamp == null
                ? UUID.randomUUID()
                : UUID.nameUUIDFromBytes(toString().getBytes(StandardCharsets.UTF_8));
    }
}
