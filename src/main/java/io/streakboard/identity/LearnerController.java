package io.streakboard.identity;

import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import jakarta.validation.constraints.Positive;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The data that is known of a learner. Learners may read their own data, admins may read and delete anybody's. */
@RestController
@RequestMapping("/api/learners")
class LearnerController {

    /** @param data by module */
    record Export(long learner, Instant exportedAt, Map<String, Object> data) {}

    record Deleted(long learner, Instant deletedAt) {}

    private final List<PersonalData> modules;
    private final LearnerDeletion deletion;
    private final BusinessTime time;

    LearnerController(List<PersonalData> modules, LearnerDeletion deletion, BusinessTime time) {
        this.modules = modules.stream()
                .sorted(Comparator.comparing(PersonalData::section))
                .toList();
        this.deletion = deletion;
        this.time = time;
    }

    /** Exports the data of the learner who calls. All that is kept, by module. */
    @GetMapping("/me/export")
    @ForLearners
    Export exportOwn(CurrentLearner learner) {
        return export(learner.id());
    }

    /**
     * Exports the data of a learner. All that is kept, by module.
     *
     * @param id the id of the learner
     */
    @GetMapping("/{id}/export")
    @ForAdmins
    Export export(@PathVariable @Positive long id) {
        var data = new LinkedHashMap<String, Object>();
        modules.forEach(module -> data.put(module.section(), module.of(id)));
        return new Export(id, time.now(), data);
    }

    /**
     * Deletes a learner. From now on the learner's requests are refused and the activities are invalid, for good. All
     * data is deleted soon after the answer. An id that nobody knows stays usable, as it may be a slip.
     *
     * @param id the id of the learner
     * @param force whether to keep out a learner whom nobody knows, too
     */
    @Refuses("not-found")
    @DeleteMapping("/{id}")
    @ForAdmins
    @ResponseStatus(HttpStatus.ACCEPTED)
    Deleted delete(@PathVariable @Positive long id, @RequestParam(defaultValue = "false") boolean force) {
        if (!force && !deletion.isDeleted(id) && modules.stream().noneMatch(module -> module.knows(id))) {
            throw Problem.notFound("Nobody knows a learner " + id);
        }
        var deleted = deletion.delete(id);
        return new Deleted(deleted.learner(), deleted.deletedAt());
    }
}
