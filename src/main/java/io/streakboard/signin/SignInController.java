package io.streakboard.signin;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.signin.SignIn.Kind;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
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
@RequestMapping("/api/sign-ins")
class SignInController {

    record SignedIn(LocalDate day, Kind kind, boolean newlySigned, int streak, int points, long order) {}

    record MakeUp(@NotNull @Nullable LocalDate day) {}

    record MadeUp(LocalDate day, Kind kind, boolean newlySigned, int streak, int points, int makeUpsLeft) {}

    record Month(
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

    record Year(
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

    SignInController(SignIns signIns, Calendars calendars, StreakRules streaks, SignInProperties properties) {
        this.signIns = signIns;
        this.calendars = calendars;
        this.streaks = streaks;
        this.properties = properties;
    }

    @PostMapping
    ResponseEntity<SignedIn> signIn(CurrentLearner learner) {
        var answer = signIns.signIn(learner.id());
        var body = new SignedIn(
                answer.day(), Kind.REGULAR, answer.newlySigned(), answer.streak(), answer.points(), answer.order());
        return ResponseEntity.status(answer.newlySigned() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(body);
    }

    /** The streak is today's, with the day made up: what the learner sees in the calendar from now on. */
    @PostMapping("/make-ups")
    ResponseEntity<MadeUp> makeUp(CurrentLearner learner, @RequestBody @Valid MakeUp wish) {
        var madeUp = signIns.makeUp(learner.id(), requireNonNull(wish.day()));
        var body = new MadeUp(
                madeUp.day(),
                madeUp.kind(),
                madeUp.newlySigned(),
                streaks.current(calendars.of(learner.id()), calendars.today()),
                madeUp.points(),
                madeUp.left());
        return ResponseEntity.status(madeUp.newlySigned() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(body);
    }

    @GetMapping("/calendar")
    Month calendar(CurrentLearner learner, @RequestParam YearMonth month) {
        var calendar = calendars.of(learner.id(), month.atDay(1));
        var ofMonth = calendar.of(month);
        var today = calendars.today();
        return new Month(
                month,
                daysOfMonth(ofMonth.days()),
                daysOfMonth(ofMonth.madeUp()),
                daysOfMonth(ofMonth.frozen()),
                ofMonth.days().size(),
                calendar.signed(today),
                streaks.current(calendar, today),
                streaks.longest(calendar),
                Math.max(0, properties.makeUps().quota() - ofMonth.madeUp().size()),
                calendar.degraded());
    }

    @GetMapping("/years/{year}")
    Year year(CurrentLearner learner, @PathVariable java.time.Year year) {
        var calendar = calendars.of(learner.id(), year.atDay(1)).of(year);
        return new Year(
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
