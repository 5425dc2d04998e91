package io.streakboard.signin;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.StreakRules;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Days that admins give back to learners. */
@RestController
@ForAdmins
class GivenBackController {

    /** @param reason for the audit trail */
    record DayToGiveBack(
            @NotNull LocalDate day,
            @NotBlank @Size(max = 200) String reason) {}

    /**
     * @param newlySigned false if the day was signed already
     * @param streak the current streak, with the day
     * @param points what the day pays, for ladder and milestones together; 0 if no longer known
     */
    record GivenBack(LocalDate day, boolean newlySigned, int streak, int longestStreak, int points) {}

    private final SignIns signIns;
    private final Calendars calendars;
    private final StreakRules streaks;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;
    private final BusinessTime time;

    GivenBackController(
            SignIns signIns,
            Calendars calendars,
            StreakRules streaks,
            DeletedLearners deleted,
            LearnerKeys keys,
            BusinessTime time) {
        this.signIns = signIns;
        this.calendars = calendars;
        this.streaks = streaks;
        this.deleted = deleted;
        this.keys = keys;
        this.time = time;
    }

    /**
     * Gives a missed day of the last year back to a learner. It counts as a make-up of its month but needs none to be
     * left, and its points count in the current season. Repeating it changes nothing.
     */
    @Refuses({"make-up-not-allowed", "not-replicated", "learner-key-taken"})
    @ApiResponse(responseCode = "201", description = "Given back", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "The day is signed already", useReturnTypeSchema = true)
    @PostMapping("/api/learners/{id}/make-ups")
    ResponseEntity<GivenBack> giveBack(@PathVariable String id, @Valid @RequestBody DayToGiveBack request) {
        long learner = keys.named("learner", id);
        deleted.requireAccepted(learner);
        var done = signIns.giveBack(learner, request.day());
        var calendar = calendars.of(learner);
        return ResponseEntity.status(done.newlySigned() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(new GivenBack(
                        request.day(),
                        done.newlySigned(),
                        streaks.current(calendar, time.today()),
                        streaks.longest(calendar),
                        done.points()));
    }
}
