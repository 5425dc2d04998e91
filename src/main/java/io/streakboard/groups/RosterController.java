package io.streakboard.groups;

import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.ForServices;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.web.DisplayName;
import io.streakboard.web.LearnerId;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Groups that services and admins fill. */
@RestController
@ConditionalOnBooleanProperty("streakboard.groups.enabled")
class RosterController {

    static final int MAX_NAME_LENGTH = 60;

    /**
     * @param key how the service names the group
     * @param members all members from now on
     * @param owners members who own the group, such as teachers; none if absent
     */
    record GroupRoster(
            @NotNull @Pattern(regexp = "[A-Za-z0-9._:-]{1,100}")
            String key,

            @NotNull @Schema(minLength = 1, maxLength = MAX_NAME_LENGTH)
            String name,

            @NotNull
            @Size(max = 1000)
            @JsonDeserialize(contentUsing = LearnerId.class)
            @JsonSerialize(contentUsing = LearnerKey.NumberWriter.class)
            List<@NotNull @Positive Long> members,

            @Nullable
            @Size(max = 1000)
            @JsonDeserialize(contentUsing = LearnerId.class)
            @JsonSerialize(contentUsing = LearnerKey.NumberWriter.class)
            List<@NotNull @Positive Long> owners) {

        private Set<Long> owning() {
            var owning = owners == null ? Set.<Long>of() : Set.copyOf(owners);
            if (!members.containsAll(owning)) {
                throw Problem.invalid("owners", "must be among the members", "not-a-member");
            }
            return owning;
        }
    }

    /**
     * @param id null without members: the group was removed
     * @param deleted deleted learners of the roster
     */
    record RosterTaken(
            @Nullable Long id,

            @JsonSerialize(contentUsing = LearnerKey.Writer.class)
            List<String> came,

            @JsonSerialize(contentUsing = LearnerKey.Writer.class)
            List<String> went,

            @JsonSerialize(contentUsing = LearnerKey.Writer.class)
            List<String> deleted) {}

    private final GroupChanges changes;
    private final LearnerKeys keys;

    RosterController(GroupChanges changes, LearnerKeys keys) {
        this.keys = keys;
        this.changes = changes;
    }

    /**
     * Fills a group of the service. Makes it, or replaces its name and all its members. Repeating it changes nothing;
     * without members the group is removed.
     */
    @ForServices
    @Refuses("learner-key-taken")
    @PutMapping("/api/groups")
    RosterTaken fill(@Valid @RequestBody GroupRoster roster) {
        var filled = changes.fill(roster.key(), checked(roster.name()), Set.copyOf(roster.members()), roster.owning());
        keys.load(filled.roster().went());
        return new RosterTaken(
                filled.group(),
                texts(filled.roster().came()),
                texts(filled.roster().went()),
                texts(filled.deleted()));
    }

    /** Fills a group as an admin. Like a service, but recorded. */
    @ForAdmins
    @Refuses("learner-key-taken")
    @PutMapping("/api/groups/roster")
    RosterTaken fillOnRecord(@Valid @RequestBody GroupRoster roster) {
        return fill(roster);
    }

    /** Validates the name of a group. */
    static String checked(String name) {
        DisplayName.violation("name", name, MAX_NAME_LENGTH).ifPresent(mistake -> {
            throw Problem.invalid(mistake);
        });
        return name;
    }

    private static List<String> texts(Collection<Long> learners) {
        return learners.stream().sorted().map(String::valueOf).toList();
    }
}
