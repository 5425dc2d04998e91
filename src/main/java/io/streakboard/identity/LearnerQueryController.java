package io.streakboard.identity;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.web.LearnerId;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Figures of many learners, for example for a page about a class or a team. */
@RestController
@ForServices
@Refuses("learner-key-taken")
class LearnerQueryController {

    /** @param fields `streak`, `signedToday`, `atRisk`, `signedDays`, `points`, `rank` */
    record LearnerQuery(
            @NotEmpty
            @Size(max = 200)
            @JsonDeserialize(contentUsing = LearnerId.class)
            @JsonSerialize(contentUsing = LearnerKey.NumberWriter.class)
            List<@NotNull @Positive Long> learners,

            @NotEmpty @Size(max = 20) List<@NotNull String> fields) {}

    /** @param fields the value of each field; null if the learner has none, such as a rank */
    record LearnerFields(@LearnerKey String learner, SortedMap<String, @Nullable Object> fields) {}

    /**
     * @param items one for each learner, in the order of the request, without deleted learners
     * @param degraded whether figures may be wrong for the moment
     */
    record LearnerFieldsList(List<LearnerFields> items, boolean degraded) {}

    private final List<LearnerFigures> modules;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;

    LearnerQueryController(List<LearnerFigures> modules, DeletedLearners deleted, LearnerKeys keys) {
        this.keys = keys;
        this.modules = modules;
        this.deleted = deleted;
    }

    /**
     * Figures of many learners. Streak and risk of the day, all days ever signed, points and rank of the current season;
     * the same as each learner sees.
     */
    @PostMapping("/api/learners/query")
    LearnerFieldsList query(@Valid @RequestBody LearnerQuery query) {
        keys.compare(query.learners());
        var wanted = Set.copyOf(query.fields());
        check(wanted);
        var learners = query.learners().stream()
                .distinct()
                .filter(learner -> !deleted.contains(learner))
                .toList();
        var fields = new HashMap<Long, SortedMap<String, @Nullable Object>>();
        boolean degraded = false;
        for (var module : modules) {
            var asked = new HashSet<>(module.names());
            asked.retainAll(wanted);
            if (!asked.isEmpty()) {
                var figures = module.of(learners);
                degraded |= figures.degraded();
                learners.forEach(learner -> {
                    var values = new TreeMap<>(requireNonNull(figures.of().get(learner)));
                    values.keySet().retainAll(asked);
                    fields.computeIfAbsent(learner, any -> new TreeMap<>()).putAll(values);
                });
            }
        }
        return new LearnerFieldsList(
                learners.stream()
                        .map(learner -> new LearnerFields(Long.toString(learner), requireNonNull(fields.get(learner))))
                        .toList(),
                degraded);
    }

    private void check(Set<String> wanted) {
        var known = modules.stream().flatMap(module -> module.names().stream()).collect(toCollection(TreeSet::new));
        if (!known.containsAll(wanted)) {
            throw Problem.noneOf("fields", List.copyOf(known));
        }
    }
}
