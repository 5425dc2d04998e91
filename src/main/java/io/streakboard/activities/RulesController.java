package io.streakboard.activities;

import io.streakboard.identity.ForAnyCaller;
import io.streakboard.signin.SignInTerms;
import io.streakboard.signin.SignInTerms.FreezeTerms;
import io.streakboard.signin.SignInTerms.MakeUpTerms;
import io.streakboard.signin.SignInTerms.MilestoneTerm;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Features;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The rules of points and streaks, for frontends to explain. */
@RestController
@ForAnyCaller
class RulesController {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    /**
     * @param label the type for people
     * @param points what one activity is worth; 0 for sign-ins, which the ladder pays
     * @param cap the most that a learner can get for the type on one day; null: no limit
     */
    record RuleOfType(
            String type, String label, int points, @Nullable Integer cap) {}

    /**
     * @param ladder points by streak day
     * @param ladderCycle whether the ladder begins anew after its last step; else the last step repeats
     * @param monthlyReset whether streaks begin anew with each month
     * @param zone the business zone, which defines the day
     * @param day the business day
     * @param dayEndsAt when it ends
     * @param features the enabled optional parts of the API, in alphabetical order
     */
    record Rules(
            List<RuleOfType> types,
            List<Integer> ladder,
            boolean ladderCycle,
            List<MilestoneTerm> milestones,
            boolean monthlyReset,
            MakeUpTerms makeUps,
            FreezeTerms freezes,
            String zone,
            LocalDate day,
            Instant dayEndsAt,
            List<String> features) {}

    private final PointsTypes types;
    private final SignInTerms signIns;
    private final BusinessTime time;
    private final List<Features> features;

    RulesController(PointsTypes types, SignInTerms signIns, BusinessTime time, List<Features> features) {
        this.types = types;
        this.signIns = signIns;
        this.time = time;
        this.features = features;
    }

    /**
     * The rules: the pay of activities and sign-ins, the days that learners may make up, and the end of the business
     * day.
     */
    @ApiResponse(responseCode = "200", description = "The current rules", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "304", description = "Not modified since the `ETag`")
    @GetMapping("/api/rules")
    ResponseEntity<Rules> rules() {
        var today = time.today();
        var dayEndsAt = time.startOf(today.plusDays(1));
        return ResponseEntity.ok()
                .cacheControl(untilTheDayEnds(dayEndsAt))
                .body(new Rules(
                        types.all().stream().map(RulesController::rule).toList(),
                        signIns.ladder(),
                        signIns.ladderCycle(),
                        signIns.milestones(),
                        signIns.monthlyReset(),
                        signIns.makeUps(),
                        signIns.freezes(),
                        time.zone().getId(),
                        today,
                        dayEndsAt,
                        features.stream()
                                .flatMap(each -> each.features().stream())
                                .sorted()
                                .toList()));
    }

    private CacheControl untilTheDayEnds(Instant dayEndsAt) {
        var left = Duration.between(time.now(), dayEndsAt);
        return CacheControl.maxAge(left.compareTo(A_MINUTE) < 0 ? left : A_MINUTE)
                .cachePrivate();
    }

    private static RuleOfType rule(PointsType type) {
        return new RuleOfType(type.code(), type.label(), type.points(), type.dailyCap());
    }
}
