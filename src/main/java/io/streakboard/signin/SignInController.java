package io.streakboard.signin;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.signin.NextRewards.Milestone;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.SignInSection;
import io.streakboard.signin.calendar.StreakRules;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@ForLearners
class SignInController {

    /**
     * @param points what the sign-in pays, for ladder and milestone together; 0 if no longer known
     * @param ladder the part that the step of the ladder pays
     * @param milestone the part that milestones pay
     * @param order which sign-in of the day it was, from 1; 0 if no longer known
     */
    record SignedIn(
            LocalDate day,
            Kind kind,
            boolean newlySigned,
            int streak,
            int longestStreak,
            int points,
            int ladder,
            int milestone,
            long order) {}

    record MakeUp(@NotNull @Nullable LocalDate day) {}

    /**
     * @param points what the make-up pays, for ladder and milestone together; 0 if no longer known
     * @param ladder the part that the step of the ladder pays
     * @param milestone the part that milestones pay
     * @param makeUpsLeft how many more days of the month can be made up
     */
    record MadeUp(
            LocalDate day,
            Kind kind,
            boolean newlySigned,
            int streak,
            int longestStreak,
            int points,
            int ladder,
            int milestone,
            int makeUpsLeft) {}

    /**
     * @param streak signed days in a row up to today, or up to yesterday while today is open; over all months
     * @param longestStreak of all time
     * @param pausedDays days of a pause that were not signed, future ones too
     * @param pausedUntil the day on which the learner is back from a pause; null if there is none
     * @param makeUpsLeft how many days of the month can still be made up
     * @param nextPay what the next sign-in pays: today's, or tomorrow's if the learner has signed in today
     * @param nextMilestone the milestone that the learner reaches next; null if there is none left
     * @param freezesLeft how many missed days freezes can still bridge
     * @param atRisk whether the streak is lost unless the learner signs in before the day ends
     * @param dayEndsAt when the business day ends
     * @param degraded whether days may be missing for the moment
     */
    record MonthCalendar(
            YearMonth month,
            List<Integer> signedDays,
            List<Integer> madeUpDays,
            List<Integer> frozenDays,
            List<Integer> pausedDays,
            @Nullable LocalDate pausedUntil,
            int total,
            boolean signedToday,
            int streak,
            int longestStreak,
            int makeUpsLeft,
            int nextPay,
            @Nullable Milestone nextMilestone,
            int freezesLeft,
            boolean atRisk,
            Instant dayEndsAt,
            boolean degraded) {}

    record YearCalendar(
            int year,
            Collection<LocalDate> days,
            Collection<LocalDate> madeUpDays,
            Collection<LocalDate> frozenDays,
            Collection<LocalDate> pausedDays,
            int total,
            int longestStreak,
            boolean degraded) {}

    record MonthLog(List<SignInLog.LoggedSignIn> items) {}

    private final SignIns signIns;
    private final SignInLog log;
    private final Calendars calendars;
    private final StreakRules streaks;
    private final SignInSection rules;
    private final BusinessTime time;

    SignInController(
            SignIns signIns,
            SignInLog log,
            Calendars calendars,
            StreakRules streaks,
            SignInSection rules,
            BusinessTime time) {
        this.signIns = signIns;
        this.log = log;
        this.calendars = calendars;
        this.streaks = streaks;
        this.rules = rules;
        this.time = time;
    }

    /** Signs in for today. This counts once a day; a repeated call gets the same answer. */
    @Refuses("not-replicated")
    @ApiResponse(responseCode = "201", description = "Signed in", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "Signed in already", useReturnTypeSchema = true)
    @PostMapping({"/api/sign-ins", "/api/learners/{learner}/sign-ins"})
    SignedIn signIn(CurrentLearner learner, HttpServletResponse response) {
        var answer = signIns.signIn(learner.id());
        setStatus(response, answer.newlySigned());
        return new SignedIn(
                answer.day(),
                Kind.REGULAR,
                answer.newlySigned(),
                answer.streak(),
                answer.longestStreak(),
                answer.points(),
                answer.points() - answer.milestone(),
                answer.milestone(),
                answer.order());
    }

    /**
     * Spring flushes a {@code ResponseEntity} before its end, when the length is unknown. The answer would then leave
     * in two packets, each a system call.
     */
    private static void setStatus(HttpServletResponse response, boolean newlySigned) {
        response.setStatus((newlySigned ? HttpStatus.CREATED : HttpStatus.OK).value());
    }

    /**
     * Makes up for a missed day. The streak is today's, with the made-up day counted, as the learner sees it in the
     * calendar from now on.
     */
    @Refuses({"make-up-not-allowed", "make-up-quota-exhausted", "not-replicated"})
    @ApiResponse(responseCode = "201", description = "Made up", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "The day is signed already", useReturnTypeSchema = true)
    @PostMapping("/api/sign-ins/make-ups")
    MadeUp makeUp(CurrentLearner learner, @RequestBody @Valid MakeUp request, HttpServletResponse response) {
        var day = requireNonNull(request.day());
        var madeUp = signIns.makeUp(learner.id(), day);
        var calendar = calendars.of(learner.id());
        setStatus(response, madeUp.newlySigned());
        return new MadeUp(
                day,
                madeUp.asMakeUp() ? Kind.MAKE_UP : Kind.REGULAR,
                madeUp.newlySigned(),
                streaks.current(calendar, time.today()),
                streaks.longest(calendar),
                madeUp.points(),
                madeUp.points() - madeUp.milestone(),
                madeUp.milestone(),
                madeUp.left());
    }

    /** The calendar of a month. Also tells the streaks, which count all years. */
    @GetMapping({"/api/sign-ins/calendar", "/api/learners/{learner}/calendar"})
    MonthCalendar calendar(CurrentLearner learner, @RequestParam YearMonth month) {
        var calendar = calendars.since(learner.id(), month.atDay(1));
        var ofMonth = calendar.month(month);
        var today = time.today();
        var ahead =
                NextRewards.of(calendar, streaks, rules.at(time.startOf(NextRewards.nextDay(calendar, today))), today);
        return new MonthCalendar(
                month,
                daysOfMonth(ofMonth.days()),
                daysOfMonth(ofMonth.madeUp()),
                daysOfMonth(ofMonth.frozen()),
                daysOfMonth(ofMonth.paused(month.atDay(1), month.atEndOfMonth())),
                calendar.pauses().until(today).orElse(null),
                ofMonth.days().size(),
                calendar.isSigned(today),
                streaks.current(calendar, today),
                streaks.longest(calendar),
                NextRewards.makeUpsLeft(
                        rules.current().makeUps(), month, ofMonth.madeUp().size(), today),
                ahead.nextPay(),
                ahead.nextMilestone(),
                ahead.freezesLeft(),
                ahead.atRisk(),
                time.startOf(today.plusDays(1)),
                calendar.degraded());
    }

    /** The signed days of a year. Also tells the longest streak within it. */
    @GetMapping({"/api/sign-ins/years/{year}", "/api/learners/{learner}/years/{year}"})
    YearCalendar year(CurrentLearner learner, @PathVariable Year year) {
        var calendar = calendars.since(learner.id(), year.atDay(1)).year(year);
        return new YearCalendar(
                year.getValue(),
                calendar.days(),
                calendar.madeUp(),
                calendar.frozen(),
                calendar.paused(year.atDay(1), year.atMonth(12).atEndOfMonth()),
                calendar.days().size(),
                streaks.longest(calendar),
                calendar.degraded());
    }

    /** The pay of each day of a month, and its streak. A sign-in reaches the log a moment later. */
    @GetMapping({"/api/sign-ins/log", "/api/learners/{learner}/sign-ins/log"})
    MonthLog log(CurrentLearner learner, @RequestParam YearMonth month) {
        return new MonthLog(log.of(learner.id(), month));
    }

    private static List<Integer> daysOfMonth(Collection<LocalDate> days) {
        return days.stream().map(LocalDate::getDayOfMonth).toList();
    }
}
