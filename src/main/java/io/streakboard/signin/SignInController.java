package io.streakboard.signin;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.StreakRules;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@ForLearners
@RequestMapping("/api/sign-ins")
class SignInController {

    record SignedIn(LocalDate day, Kind kind, boolean newlySigned, int streak, int points, long order) {}

    record MakeUp(@NotNull @Nullable LocalDate day) {}

    record MadeUp(LocalDate day, Kind kind, boolean newlySigned, int streak, int points, int makeUpsLeft) {}

    record MonthCalendar(
            YearMonth month,
            List<Integer> signedDays,
            List<Integer> madeUpDays,
            List<Integer> frozenDays,
            int total,
            boolean signedToday,
            int streak,
            int longestStreak,
            int makeUpsLeft,
            boolean degraded) {}

    record YearCalendar(
            int year,
            Collection<LocalDate> days,
            Collection<LocalDate> madeUpDays,
            Collection<LocalDate> frozenDays,
            int total,
            int longestStreak,
            boolean degraded) {}

    private final SignIns signIns;
    private final Calendars calendars;
    private final StreakRules streaks;
    private final SignInProperties properties;
    private final BusinessTime time;

    SignInController(
            SignIns signIns, Calendars calendars, StreakRules streaks, SignInProperties properties, BusinessTime time) {
        this.signIns = signIns;
        this.calendars = calendars;
        this.streaks = streaks;
        this.properties = properties;
        this.time = time;
    }

    /** Signs in for today. Once a day; again it answers the same. */
    @ApiResponse(responseCode = "201", description = "Signed in", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "Signed in already", useReturnTypeSchema = true)
    @PostMapping
    ResponseEntity<SignedIn> signIn(CurrentLearner learner) {
        var answer = signIns.signIn(learner.id());
        var body = new SignedIn(
                answer.day(), Kind.REGULAR, answer.newlySigned(), answer.streak(), answer.points(), answer.order());
        return ResponseEntity.status(answer.newlySigned() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(body);
    }

    /**
     * Makes up for a missed day. The streak is today's, with the made-up day counted, as the learner sees it in the
     * calendar from now on.
     */
    @Refuses({"make-up-not-allowed", "make-up-quota-exhausted"})
    @ApiResponse(responseCode = "201", description = "Made up", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "The day is signed already", useReturnTypeSchema = true)
    @PostMapping("/make-ups")
    ResponseEntity<MadeUp> makeUp(CurrentLearner learner, @RequestBody @Valid MakeUp wish) {
        var day = requireNonNull(wish.day());
        var madeUp = signIns.makeUp(learner.id(), day);
        var body = new MadeUp(
                day,
                madeUp.kind(),
                madeUp.newlySigned(),
                streaks.current(calendars.of(learner.id()), time.today()),
                madeUp.points(),
                madeUp.left());
        return ResponseEntity.status(madeUp.newlySigned() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(body);
    }

    /** The calendar of a month. With the streaks, which are over all years. */
    @GetMapping("/calendar")
    MonthCalendar calendar(CurrentLearner learner, @RequestParam YearMonth month) {
        var calendar = calendars.since(learner.id(), month.atDay(1));
        var ofMonth = calendar.month(month);
        var today = time.today();
        return new MonthCalendar(
                month,
                daysOfMonth(ofMonth.days()),
                daysOfMonth(ofMonth.madeUp()),
                daysOfMonth(ofMonth.frozen()),
                ofMonth.days().size(),
                calendar.isSigned(today),
                streaks.current(calendar, today),
                streaks.longest(calendar),
                Math.max(0, properties.makeUps().quota() - ofMonth.madeUp().size()),
                calendar.degraded());
    }

    /** The days of a year. With the longest streak of all years. */
    @GetMapping("/years/{year}")
    YearCalendar year(CurrentLearner learner, @PathVariable Year year) {
        var calendar = calendars.since(learner.id(), year.atDay(1)).year(year);
        return new YearCalendar(
                year.getValue(),
                calendar.days(),
                calendar.madeUp(),
                calendar.frozen(),
                calendar.days().size(),
                streaks.longest(calendar),
                calendar.degraded());
    }

    private static List<Integer> daysOfMonth(Collection<LocalDate> days) {
        return days.stream().map(LocalDate::getDayOfMonth).toList();
    }
}
