package io.streakboard.identity;

import io.streakboard.identity.DeletedLearners.Deletion;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.stereotype.Component;

/** {@code /actuator/learners/42}: why a learner has these points and no others. */
@Component
@Endpoint(id = "learners")
class LearnersEndpoint {

    /**
     * @param name null if the learner never sent one
     * @param deletedAt null unless the learner was deleted
     * @param facts by module
     * @param unavailable the facts that nobody could tell in time, each with the reason
     */
    record LearnerState(
            long learner,
            @Nullable String name,
            @Nullable Instant deletedAt,
            Map<String, Object> facts,
            Map<String, String> unavailable) {}

    private record Profile(@Nullable String name, @Nullable Instant deletedAt) {}

    private static final String PROFILE = "profile";

    /** Whether anything is kept about the learner. */
    private static final String KNOWN = "known";

    /** An admin waits for it, and asks while a store hangs: shorter than the patience with any store. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,18}");

    private final List<LearnerFacts> modules;
    private final List<PersonalData> personal;
    private final LearnerNames names;
    private final DeletedLearners deleted;
    private final Inquiry inquiry = new Inquiry(PATIENCE);

    LearnersEndpoint(
            List<LearnerFacts> modules, List<PersonalData> personal, LearnerNames names, DeletedLearners deleted) {
        this.modules = modules.stream()
                .sorted(Comparator.comparing(LearnerFacts::section))
                .toList();
        this.personal = personal;
        this.names = names;
        this.deleted = deleted;
    }

    @ReadOperation
    Object nobody() {
        throw Problem.invalid("learner", "is required: /actuator/learners/42", "required");
    }

    @ReadOperation
    LearnerState learner(@Selector String id) {
        long learner = parse(id);
        var questions = new LinkedHashMap<String, Supplier<Object>>();
        modules.forEach(module -> questions.put(module.section(), () -> module.of(learner)));
        questions.put(PROFILE, () -> profile(learner));
        questions.put(KNOWN, () -> personal.stream().anyMatch(module -> module.knows(learner)));
        var answers = inquiry.ask(questions);
        var profile = (Profile) answers.given().remove(PROFILE);
        boolean unknown = Boolean.FALSE.equals(answers.given().remove(KNOWN));
        answers.missing().remove(KNOWN);
        // While a store does not answer, anybody may be known.
        if (unknown && answers.missing().isEmpty() && (profile == null || profile.deletedAt() == null)) {
            throw Problem.notFound("Nobody knows a learner " + learner);
        }
        return new LearnerState(
                learner,
                profile == null ? null : profile.name(),
                profile == null ? null : profile.deletedAt(),
                answers.given(),
                answers.missing());
    }

    private Profile profile(long learner) {
        return new Profile(
                names.of(List.of(learner)).get(learner),
                deleted.of(learner).map(Deletion::deletedAt).orElse(null));
    }

    private static long parse(String id) {
        if (ID.matcher(id).matches()) {
            try {
                return Long.parseLong(id);
            } catch (NumberFormatException tooLarge) {
                // nobody has it
            }
        }
        throw Problem.invalid(
                "learner", "must be the id of a learner, such as 42", "malformed", Map.of("expected", "learner"));
    }
}
