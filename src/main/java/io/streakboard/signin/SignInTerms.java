package io.streakboard.signin;

import io.streakboard.signin.calendar.SignInSection;
import java.time.Instant;
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

    private final SignInSection rules;

    SignInTerms(SignInSection rules) {
        this.rules = rules;
    }

    /** Points by streak day. */
    public List<Integer> ladder() {
        return rules.current().ladder();
    }

    /** Whether the ladder begins anew after its last step; else the last step repeats. */
    public boolean ladderCycle() {
        return rules.current().ladderCycle();
    }

    /** By streak. */
    public List<MilestoneTerm> milestones() {
        return rules.current().milestones().entrySet().stream()
                .map(milestone -> new MilestoneTerm(milestone.getKey(), milestone.getValue()))
                .sorted((one, other) -> Integer.compare(one.streak(), other.streak()))
                .toList();
    }

    /** Whether a streak is a milestone of those who signed in at an instant. */
    public boolean isMilestone(int streak, Instant at) {
        return rules.at(at).milestones().containsKey(streak);
    }

    /** Whether all versions of the rulebook from one to another count streaks alike. */
    public boolean countAlike(long first, long last) {
        return rules.countAlike(first, last);
    }

    /** Whether streaks begin anew with each month. */
    public boolean monthlyReset() {
        return rules.current().monthlyReset();
    }

    public MakeUpTerms makeUps() {
        var makeUps = rules.current().makeUps();
        return new MakeUpTerms(makeUps.window(), makeUps.quota());
    }

    public FreezeTerms freezes() {
        var freezes = rules.current().freezes();
        return new FreezeTerms(freezes.quota(), freezes.longestGap());
    }
}
