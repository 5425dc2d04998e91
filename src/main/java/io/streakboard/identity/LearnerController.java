package io.streakboard.identity;

import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
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

/** The stored data of a learner. Learners may read their own data, admins may read and delete the data of all. */
@RestController
@RequestMapping("/api/learners")
@Refuses("learner-key-taken")
class LearnerController {

    /** @param data by module */
    record Export(String learner, Instant exportedAt, Map<String, Object> data) {}

    record Deleted(String learner, Instant deletedAt) {}

    private final List<PersonalData> modules;
    private final LearnerDeletion deletion;
    private final LearnerExports exports;
    private final LearnerKeys keys;

    LearnerController(List<PersonalData> modules, LearnerDeletion deletion, LearnerExports exports, LearnerKeys keys) {
        this.keys = keys;
        this.modules = modules;
        this.deletion = deletion;
        this.exports = exports;
    }

    /**
     * Exports the data of the learner who calls. Returns all kept data, by module. The next export may begin ten seconds
     * after the end of this one.
     */
    @ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Export.class)))
    @GetMapping("/me/export")
    @ForLearners
    void exportOwn(CurrentLearner learner, HttpServletResponse response) {
        exports.sendOwn(learner.id(), response);
    }

    /**
     * Exports the data of a learner. Returns all kept data, by module.
     *
     * @param id the id of the learner
     */
    @ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Export.class)))
    @GetMapping("/{id}/export")
    @ForAdmins(reveals = true)
    void export(@PathVariable String id, HttpServletResponse response) {
        exports.send(keys.named("id", id), response);
    }

    /**
     * Deletes a learner. From now on the learner's requests are refused and the activities are invalid, for good. All
     * data is deleted soon after the answer. An unknown id may be a slip: it is refused with a 404, unless forced.
     *
     * @param id the id of the learner
     * @param force whether to delete an unknown learner too, who is then refused for good
     */
    @Refuses("not-found")
    @DeleteMapping("/{id}")
    @ForAdmins
    @ResponseStatus(HttpStatus.ACCEPTED)
    Deleted delete(@PathVariable String id, @RequestParam(defaultValue = "false") boolean force) {
        long learner = keys.named("id", id);
        if (!force && !deletion.isDeleted(learner) && modules.stream().noneMatch(module -> module.knows(learner))) {
            throw Problem.notFound("There is no learner " + id);
        }
        return new Deleted(id, deletion.delete(learner));
    }
}
