package io.streakboard.identity;

import io.streakboard.identity.DeletedLearners.Deletion;
import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/** {@code /actuator/learners/42}: explains a learner's points. */
@Component
@Endpoint(id = "learners")
class LearnersEndpoint {

    /**
     * @param name null if there is none
     * @param avatar the https address of a picture; null if there is none
     * @param deletedAt null unless the learner was deleted
     * @param facts by module
     * @param unavailable the facts whose store is away, each with the reason
     */
    record LearnerState(
            String learner,
            @Nullable String name,
            @Nullable String avatar,
            @Nullable Instant deletedAt,
            Map<String, Object> facts,
            Map<String, String> unavailable) {}

    private record Profile(LearnerProfile shown, @Nullable Instant deletedAt) {}

    private static final String PROFILE = "profile";

    private final List<LearnerFacts> modules;
    private final List<PersonalData> personal;
    private final LearnerNames names;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;

    LearnersEndpoint(
            List<LearnerFacts> modules,
            List<PersonalData> personal,
            LearnerNames names,
            DeletedLearners deleted,
            LearnerKeys keys) {
        this.keys = keys;
        this.modules = modules.stream()
                .sorted(Comparator.comparing(LearnerFacts::section))
                .toList();
        this.personal = personal;
        this.names = names;
        this.deleted = deleted;
    }

    @ReadOperation
    Object withoutLearner() {
        throw Problem.invalid("learner", "is required: /actuator/learners/42", "required");
    }

    @ReadOperation
    LearnerState learner(@Selector String id) {
        long learner = keys.named("learner", id);
        var facts = new LinkedHashMap<String, Object>();
        var unavailable = new LinkedHashMap<String, String>();
        modules.forEach(module -> ask(module.section(), () -> module.of(learner), unavailable)
                .ifPresent(answer -> facts.put(module.section(), answer)));
        var profile = ask(PROFILE, () -> profile(learner), unavailable);
        // While a store does not answer, the learner may exist.
        if (unavailable.isEmpty()
                && profile.map(Profile::deletedAt).isEmpty()
                && personal.stream().noneMatch(module -> module.knows(learner))) {
            throw Problem.notFound("There is no learner " + id);
        }
        return new LearnerState(
                id,
                profile.map(Profile::shown)
                        .map(LearnerProfile::name)
                        .filter(name -> !name.isEmpty())
                        .orElse(null),
                profile.map(Profile::shown).map(LearnerProfile::avatar).orElse(null),
                profile.map(Profile::deletedAt).orElse(null),
                facts,
                unavailable);
    }

    /** Empty while its store is away, so that an admin gets a partial result. */
    private static <T> Optional<T> ask(String name, Supplier<T> query, Map<String, String> unavailable) {
        try {
            return Optional.of(query.get());
        } catch (RuntimeException failure) {
            if (!Outage.is(failure)) {
                throw failure;
            }
            var root = NestedExceptionUtils.getMostSpecificCause(failure);
            unavailable.put(name, Objects.requireNonNullElse(root.getMessage(), root.toString()));
            return Optional.empty();
        }
    }

    private Profile profile(long learner) {
        return new Profile(
                names.profiles(List.of(learner)).getOrDefault(learner, LearnerProfile.NONE),
                deleted.of(learner).map(Deletion::deletedAt).orElse(null));
    }
}
