package io.streakboard.signin;

import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The bits that sign-ins set in calendars. */
@Component
class CalendarBits {

    private final LearnerPauses pauses;
    private final Set<LocalDate> skipped;

    CalendarBits(LearnerPauses pauses, BusinessTime time) {
        this.pauses = pauses;
        this.skipped = time.skippedDays();
    }

    Map<LearnerYear, YearBits> of(Collection<SignIn> signIns) {
        var years = new HashMap<LearnerYear, YearBits>();
        for (var signIn : signIns) {
            long learner = signIn.learner();
            var day = signIn.day();
            YearBits.in(years, learner, day).sign(day);
            if (signIn.kind() == Kind.MAKE_UP) {
                YearBits.in(years, learner, day).makeUp(day);
            }
            frozen(signIn).forEach(missed -> YearBits.in(years, learner, missed).freeze(missed));
        }
        return years;
    }

    /** The missed days right before a sign-in, bridged by freezes. */
    private Stream<LocalDate> frozen(SignIn signIn) {
        var paused = pauses.of(signIn.learner());
        return Stream.iterate(signIn.day().minusDays(1), day -> day.minusDays(1))
                .filter(day -> !skipped.contains(day) && !paused.has(day))
                .limit(signIn.frozen());
    }
}
