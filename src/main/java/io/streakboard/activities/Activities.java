package io.streakboard.activities;

import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import io.streakboard.points.Verdict;
import io.streakboard.season.Seasons;
import io.streakboard.signin.SignIns;
import io.streakboard.signin.SignIns.Answer;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.web.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;

/** Takes in activities of any kind: sign-ins go to the calendar and are paid from there, all others to the ledger. */
@Service
public class Activities {

    /** How many batches are taken in at once: each holds a connection and may need another for its listeners. */
    private static final int CONCURRENCY = 4;

    private static final ScopedValue<Boolean> HAS_PLACE = ScopedValue.newInstance();

    private final ActivityRules rules;
    private final PointsLedger ledger;
    private final PointsTypes types;
    private final SignIns signIns;
    private final Seasons seasons;
    private final Semaphore places = new Semaphore(CONCURRENCY);

    Activities(ActivityRules rules, PointsLedger ledger, PointsTypes types, SignIns signIns, Seasons seasons) {
        this.rules = rules;
        this.ledger = ledger;
        this.types = types;
        this.signIns = signIns;
        this.seasons = seasons;
    }

    /** The codes of the configured points types. */
    public List<String> types() {
        return types.all().stream().map(PointsType::code).toList();
    }

    /**
     * Takes in a batch and returns a verdict for each activity, in the given order. Waits while too many other batches
     * are under way. A listener called within a batch may take in more activities without waiting for its own batch.
     */
    public List<Verdict> take(List<Activity> activities) {
        if (HAS_PLACE.isBound()) {
            return takeNow(activities);
        }
        places.acquireUninterruptibly();
        try {
            return ScopedValue.where(HAS_PLACE, true).call(() -> takeNow(activities));
        } finally {
            places.release();
        }
    }

    /** Takes in a batch for a listener. The number of listener threads bounds how many run at once. */
    List<Verdict> takeNow(List<Activity> activities) {
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
        fill(verdicts, toPost, post(toPost.stream().map(activities::get).toList()));
        return Arrays.asList(verdicts);
    }

    private static void fill(Verdict[] verdicts, List<Integer> indexes, List<Verdict> some) {
        for (int i = 0; i < some.size(); i++) {
            verdicts[indexes.get(i)] = some.get(i);
        }
    }

    private List<Verdict> post(List<Activity> activities) {
        return ledger.post(activities.stream().map(types::claim).toList());
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
