package io.streakboard.signin;

import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.script.SignInProperties;
import java.util.List;
import org.springframework.stereotype.Component;

/** The terms of signing in, for display. */
@Component
public class SignInTerms {

    /**
     * @param streak the required streak
     * @param points its pay
     */
    public record MilestoneTerm(int streak, int points) {}

    /**
     * @param window how many days back a missed day can be made up
     * @param quota how many days of one month can be made up
     */
    public record MakeUpTerms(int window, int quota) {}

    /**
     * @param quota how many missed days freezes bridge within 30 days; 0: none
     * @param longestGap the most missed days in a row that they bridge
     */
    public record FreezeTerms(int quota, int longestGap) {}

    private final SignInProperties properties;
    private final CalendarProperties calendar;

    SignInTerms(SignInProperties properties, CalendarProperties calendar) {
        this.properties = properties;
        this.calendar = calendar;
    }

    /** Points by streak day. */
    public List<Integer> ladder() {
        return properties.ladder();
    }

    /** Whether the ladder begins anew after its last step; else the last step repeats. */
    public boolean ladderCycle() {
        return properties.ladderCycle();
    }

    /** By streak. */
    public List<MilestoneTerm> milestones() {
        return properties.milestones().entrySet().stream()
                .map(milestone -> new MilestoneTerm(milestone.getKey(), milestone.getValue()))
                .sorted((one, other) -> Integer.compare(one.streak(), other.streak()))
                .toList();
    }

    /** Whether streaks begin anew with each month. */
    public boolean monthlyReset() {
        return calendar.monthlyReset();
    }

    public MakeUpTerms makeUps() {
        var rules = properties.makeUps();
        return new MakeUpTerms(rules.window(), rules.quota());
    }

    public FreezeTerms freezes() {
        var rules = calendar.freezes();
        return new FreezeTerms(rules.quota(), rules.longestGap());
    }
}
