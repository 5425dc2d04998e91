package io.streakboard.signin.calendar;

import io.streakboard.rulebook.RuleDocument;
import io.streakboard.rulebook.RuleSection;
import io.streakboard.rulebook.Rulebook;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The member {@code signIn} of the rulebook. */
@Component
@Order(2)
public class SignInSection implements RuleSection<SignInRules> {

    private static final String MEMBER = "signIn";

    private final SignInRules configured;
    private final Rulebook rulebook;

    SignInSection(SignInRules configured, Rulebook rulebook) {
        this.configured = configured;
        this.rulebook = rulebook;
    }

    /** The rules of today. */
    public SignInRules current() {
        return rulebook.current(this);
    }

    /** What learners were paid who signed in at an instant. Streaks are counted as today. */
    public SignInRules at(Instant instant) {
        return rulebook.at(this, instant).countedBy(current());
    }

    /** Whether all versions from one to another count streaks alike. */
    public boolean countAlike(long first, long last) {
        var versions = rulebook.between(this, first, last);
        return versions.stream()
                .allMatch(each -> each.countedBy(versions.getLast()).equals(each));
    }

    @Override
    public Class<SignInRules> type() {
        return SignInRules.class;
    }

    @Override
    public String prefix() {
        return "streakboard.signin";
    }

    @Override
    public SignInRules configured() {
        return configured;
    }

    @Override
    public void map(RuleDocument document) {
        document.map(MEMBER, prefix());
    }

    @Override
    public void write(SignInRules rules, ObjectNode document) {
        var written = document.putObject(MEMBER);
        rules.ladder().forEach(written.putArray("ladder")::add);
        written.put("ladderCycle", rules.ladderCycle());
        var milestones = written.putObject("milestones");
        new TreeMap<>(rules.milestones()).forEach((streak, points) -> milestones.put(streak.toString(), points));
        written.put("monthlyReset", rules.monthlyReset());
        written.putObject("makeUps")
                .put("window", rules.makeUps().window())
                .put("quota", rules.makeUps().quota());
        written.putObject("freezes")
                .put("quota", rules.freezes().quota())
                .put("longestGap", rules.freezes().longestGap());
    }

    /** So all sign-ins of a day are paid alike. */
    @Override
    public boolean fromNextDay(SignInRules former, SignInRules next) {
        return !former.equals(next);
    }

    @Override
    public void compare(SignInRules former, SignInRules next, RuleDocument document) {
        Map.of(
                        "ladder", !former.ladder().equals(next.ladder()) || former.ladderCycle() != next.ladderCycle(),
                        "milestones", !former.milestones().equals(next.milestones()),
                        "makeUps", !former.makeUps().equals(next.makeUps()))
                .forEach((member, changed) -> {
                    if (changed) {
                        document.effect("/signIn/" + member, "pays", "sign-ins from the start of the next day on");
                    }
                });
        if (former.monthlyReset() != next.monthlyReset() || !former.freezes().equals(next.freezes())) {
            document.effect("/signIn", "counts", "all streaks are counted anew, from the days that learners signed");
        }
    }
}
