package io.streakboard.identity;

import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import io.streakboard.web.RootCause;
import io.streakboard.web.Text;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/learners/42}: explains a learner's points. {@code /actuator/learners?name=ad}: the learner with this
 * key, and learners whose names begin like this.
 */
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

    record FoundLearner(
            String learner, @Nullable String name, @Nullable String avatar) {}

    /** @param more whether more learners have such names */
    record FoundLearners(List<FoundLearner> items, boolean more) {}

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
    FoundLearners named(@Nullable String name) {
        if (name == null || name.isBlank()) {
            throw Problem.invalid(
                    "learner", "is required: /actuator/learners/42, or ?name= for the begin of a name", "required");
        }
        var text = name.strip();
        var found = new LinkedHashMap<Long, LearnerProfile>();
        withKey(text)
                .ifPresent(learner -> found.put(
                        learner, names.profiles(List.of(learner)).getOrDefault(learner, LearnerProfile.NONE)));
        var byName = names.beginningWith(text, LearnerFacts.MOST + 1);
        byName.keySet().stream().limit(LearnerFacts.MOST).forEach(each -> found.put(each, byName.get(each)));
        keys.load(found.keySet());
        return new FoundLearners(
                found.entrySet().stream()
                        .map(each -> found(each.getKey(), each.getValue()))
                        .toList(),
                byName.size() > LearnerFacts.MOST);
    }

    /** The learner with a key; empty if there is no data of that learner. */
    private Optional<Long> withKey(String text) {
        return Optional.ofNullable(keys.idUnnoted(text))
                .filter(learner -> !keys.areTexts() || keys.key(learner).equals(text))
                .filter(learner -> personal.stream().anyMatch(module -> module.knows(learner)));
    }

    private FoundLearner found(long learner, LearnerProfile profile) {
        return new FoundLearner(
                keys.areTexts() ? keys.key(learner) : Long.toString(learner),
                Text.filled(profile.name()),
                profile.avatar());
    }

    @ReadOperation
    LearnerState learner(@Selector String id) {
        long learner = keys.named("learner", id);
        var facts = new LinkedHashMap<String, Object>();
        var unavailable = new LinkedHashMap<String, String>();
        modules.forEach(module -> ask(module.section(), () -> module.of(learner), unavailable)
                .ifPresent(answer -> facts.put(module.section(), answer)));
        var profile = ask(PROFILE, () -> names.profiles(List.of(learner)), unavailable)
                .map(found -> found.get(learner));
        var deletedAt = ask(PROFILE, () -> deleted.of(learner), unavailable).flatMap(Function.identity());
        // While a store does not answer, the learner may exist.
        if (unavailable.isEmpty()
                && deletedAt.isEmpty()
                && personal.stream().noneMatch(module -> module.knows(learner))) {
            throw Problem.notFound("There is no learner " + id);
        }
        return new LearnerState(
                id,
                profile.map(LearnerProfile::name).map(Text::filled).orElse(null),
                profile.map(LearnerProfile::avatar).orElse(null),
                deletedAt.orElse(null),
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
            unavailable.put(name, RootCause.message(failure));
            return Optional.empty();
        }
    }
}
