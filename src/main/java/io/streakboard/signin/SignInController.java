package io.streakboard.signin;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.signin.SignIn.Kind;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/sign-ins")
class SignInController {

    record SignedIn(LocalDate day, Kind kind, boolean newlySigned, int streak, int points, long order) {}

    record Month(
            YearMonth month,
            List<Integer> signedDays,
            List<Integer> madeUpDays,
            int total,
            boolean signedToday,
            int streak,
            int longestStreak) {}

    record Year(int year, List<LocalDate> days, List<LocalDate> madeUpDays, int total, int longestStreak) {}

    private final SignIns signIns;
    private final Calendars calendars;

    SignInController(SignIns signIns, Calendars calendars) {
        this.signIns = signIns;
        this.calendars = calendars;
    }

    @PostMapping
    ResponseEntity<SignedIn> signIn(CurrentLearner learner) {
        var answer = signIns.signIn(learner.id());
        var body = new SignedIn(
                answer.day(), Kind.REGULAR, answer.newlySigned(), answer.streak(), answer.points(), answer.order());
        return ResponseEntity.status(answer.newlySigned() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(body);
    }

    @GetMapping("/calendar")
    Month calendar(CurrentLearner learner, @RequestParam YearMonth month) {
        var calendar = calendars.of(learner.id());
        var days = calendar.daysIn(month).stream().map(LocalDate::getDayOfMonth).toList();
        return new Month(
                month,
                days,
                List.of(),
                days.size(),
                calendar.signed(calendars.today()),
                calendar.streak(calendars.today()),
                calendar.longestStreak());
    }

    @GetMapping("/years/{year}")
    Year year(CurrentLearner learner, @PathVariable java.time.Year year) {
        var calendar = calendars.of(learner.id());
        var days = calendar.daysIn(year);
        return new Year(year.getValue(), days, List.of(), days.size(), Calendar.longestStreak(days));
    }
}
