package io.streakboard.activities;

import io.streakboard.points.Claim;
import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import io.streakboard.points.Verdict;
import io.streakboard.season.Seasons;
import io.streakboard.sharing.SharedWrites;
import io.streakboard.signin.SignIns;
import io.streakboard.signin.SignIns.Answer;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.web.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;

/** Takes in activities of any kind: sign-ins go to the calendar and are paid from there, all others to the ledger. */
@Service
public class Activities {

    /** How many transactions are under way at once: each may need another connection for its listeners. */
    private static final int GROUPS_AT_ONCE = 2;

    private final ActivityRules rules;
    private final PointsLedger ledger;
    private final PointsTypes types;
    private final SignIns signIns;
    private final Seasons seasons;
    private final SharedWrites<Claim, Verdict> calls;

    Activities(ActivityRules rules, PointsLedger ledger, PointsTypes types, SignIns signIns, Seasons seasons) {
        this.rules = rules;
        this.ledger = ledger;
        this.calls = new SharedWrites<>("activities", GROUPS_AT_ONCE, ledger::post);
        this.types = types;
        this.signIns = signIns;
        this.seasons = seasons;
    }

    /** The codes of the configured points types. */
    public List<String> types() {
        return types.all().stream().map(PointsType::code).toList();
    }

    /**
     * Takes in a batch and returns a verdict for each activity, in the given order. Batches that come at the same time
     * are posted in one transaction, each as if it had come alone.
     */
    public List<Verdict> take(List<Activity> activities) {
        return take(activities, calls::write);
    }

    /** Takes in a batch for a listener. The number of listener threads bounds how many run at once. */
    List<Verdict> takeNow(List<Activity> activities) {
        return take(activities, ledger::post);
    }

    private List<Verdict> take(List<Activity> activities, Function<List<Claim>, List<Verdict>> post) {
        var verdicts = new Verdict[activities.size()];
        var toSign = new ArrayList<Integer>();
        var toPost = new ArrayList<Integer>();
        for (int i = 0; i < verdicts.length; i++) {
            var activity = activities.get(i);
            var violation = rules.violation(activity);
            if (violation.isPresent()) {
                verdicts[i] = Verdict.invalid(violation.get());
            } else {
                (activity.type().equals(Activity.SIGN_IN) ? toSign : toPost).add(i);
            }
        }
        fill(verdicts, toSign, sign(toSign.stream().map(activities::get).toList()));
        fill(
                verdicts,
                toPost,
                post.apply(
                        toPost.stream().map(activities::get).map(types::claim).toList()));
        return Arrays.asList(verdicts);
    }

    private static void fill(Verdict[] verdicts, List<Integer> indexes, List<Verdict> some) {
        for (int i = 0; i < some.size(); i++) {
            verdicts[indexes.get(i)] = some.get(i);
        }
    }

    private List<Verdict> sign(List<Activity> activities) {
        if (activities.isEmpty()) {
            return List.of();
        }
        var answers = signIns.signIn(activities.stream()
                .map(activity -> new Attempt(activity.learner(), activity.occurredAt()))
                .toList());
        return IntStream.range(0, answers.size())
                .mapToObj(i -> verdict(activities.get(i), answers.get(i)))
                .toList();
    }

    private Verdict verdict(Activity activity, Answer answer) {
        var season = seasons.at(activity.occurredAt());
        if (!answer.newlySigned()) {
            return Verdict.duplicate();
        }
        return season.state().sealed()
                ? new Verdict(
                        Outcome.LATE,
                        answer.points(),
                        List.of(Code.SEASON_CLOSED.of(
                                null, season.name(), seasons.current().name())))
                : new Verdict(Outcome.AWARDED, answer.points(), List.of());
    }
}
