package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.YearBits;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The bits that sign-ins set in calendars. */
final class Marks {

    private Marks() {}

    static Map<LearnerYear, YearBits> of(Collection<SignIn> signIns) {
        var years = new HashMap<LearnerYear, YearBits>();
        for (var signIn : signIns) {
            long learner = signIn.learner();
            var day = signIn.day();
            YearBits.in(years, learner, day).sign(day);
            if (signIn.kind() == Kind.MAKE_UP) {
                YearBits.in(years, learner, day).makeUp(day);
            }
            for (int gap = 1; gap <= signIn.frozen(); gap++) {
                var missed = day.minusDays(gap);
                YearBits.in(years, learner, missed).freeze(missed);
            }
        }
        return years;
    }
}
