package io.streakboard.activities;

import io.streakboard.identity.ForAnyCaller;
import io.streakboard.signin.SignInTerms;
import io.streakboard.signin.SignInTerms.FreezeTerms;
import io.streakboard.signin.SignInTerms.MakeUpTerms;
import io.streakboard.signin.SignInTerms.MilestoneTerm;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.CallerLanguage;
import io.streakboard.web.Features;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The rules of points and streaks, for frontends to explain. */
@RestController
@ForAnyCaller
class RulesController {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_WEEK = Duration.ofDays(7);

    /**
     * @param label the type for people
     * @param points what one activity is worth; 0 for sign-ins, which the ladder pays
     * @param cap the most that a learner can get for the type on one day; null: no limit
     */
    record RuleOfType(
            String type, String label, int points, @Nullable Integer cap) {}

    /**
     * @param title the bonus for people
     * @param types the types that it raises; of several bonuses for a type the greatest counts
     * @param percent of the usual points, rounded down; 200 is double
     * @param dailyCap whether the daily caps rise with the points
     * @param running whether it counts now; else it begins within a week
     * @param from the first instant of activities that it raises
     * @param to the first instant after it
     */
    record RuleOfBonus(
            String name,
            String title,
            List<String> types,
            int percent,
            Bonus.Cap dailyCap,
            boolean running,
            Instant from,
            Instant to) {}

    /**
     * @param bonuses the bonuses that run now or begin within a week, in the order in which they begin
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
            List<RuleOfBonus> bonuses,
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
        var now = time.now();
        var today = time.dayOf(now);
        var dayEndsAt = time.startOf(today.plusDays(1));
        var points = types.current();
        return ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE)
                .cacheControl(until(now, dayEndsAt, points.bonusesChange(now, A_WEEK)))
                .body(new Rules(
                        points.types().stream().map(RulesController::rule).toList(),
                        points.bonusesFrom(now, A_WEEK).stream()
                                .map(bonus -> rule(bonus, points, now))
                                .toList(),
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

    /** A minute at most, and not beyond the end of the day or a change of the bonuses. */
    private static CacheControl until(Instant now, Instant dayEndsAt, Optional<Instant> bonusesChange) {
        var end = Stream.of(Optional.of(now.plus(A_MINUTE)), Optional.of(dayEndsAt), bonusesChange)
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return CacheControl.maxAge(Duration.between(now, end)).cachePrivate();
    }

    private static RuleOfType rule(PointsType type) {
        return new RuleOfType(type.code(), CallerLanguage.of(type.label()), type.points(), type.dailyCap());
    }

    private static RuleOfBonus rule(Bonus bonus, PointsRules points, Instant now) {
        return new RuleOfBonus(
                bonus.name(),
                CallerLanguage.of(bonus.title()),
                points.types().stream()
                        .map(PointsType::code)
                        .filter(bonus::isFor)
                        .toList(),
                bonus.percent(),
                bonus.dailyCap(),
                !now.isBefore(bonus.from()),
                bonus.from(),
                bonus.to());
    }
}
