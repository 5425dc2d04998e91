package io.streakboard.activities;

import io.streakboard.points.Claim;
import io.streakboard.points.DryPostings;
import io.streakboard.points.Outcome;
import io.streakboard.points.PostingResult;
import io.streakboard.season.Seasons;
import io.streakboard.sharing.GroupCommit;
import io.streakboard.signin.SignIns;
import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.signin.script.SignInResult;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;

/** Takes in activities of any kind: sign-ins go to the calendar and are paid from there, all others to the ledger. */
@Service
public class Activities {

    /** Maximum number of concurrent transactions: each may need another connection for its listeners. */
    private static final int GROUPS_AT_ONCE = 2;

    private final ActivityRules rules;
    private final ActivityLedger ledger;
    private final PointsTypes types;
    private final SignIns signIns;
    private final Seasons seasons;
    private final DryPostings dry;
    private final GroupCommit<Activity, PostingResult> calls;

    Activities(
            ActivityRules rules,
            ActivityLedger ledger,
            PointsTypes types,
            SignIns signIns,
            Seasons seasons,
            DryPostings dry) {
        this.rules = rules;
        this.ledger = ledger;
        this.calls = new GroupCommit<>("activities", GROUPS_AT_ONCE, ledger::post);
        this.types = types;
        this.signIns = signIns;
        this.seasons = seasons;
        this.dry = dry;
    }

    /**
     * Takes in a batch and returns a result for each activity, in the given order. Batches that come at the same time
     * are posted in one transaction, each as if it had come alone.
     */
    public List<PostingResult> take(List<Activity> activities) {
        return take(activities, rules::violation, this::sign, calls::write);
    }

    /** Takes in a batch for a listener. The number of listener threads bounds how many run at once. */
    List<PostingResult> takeNow(List<Activity> activities) {
        return take(activities, rules::violation, this::sign, ledger::post);
    }

    /**
     * Begins a dry run: returns for each batch the results of {@link #take}, and changes nothing, nor opens seasons. A
     * sign-in is recognized by its entry in the ledger, so a day that was made up in another month counts as not
     * signed.
     */
    public Function<List<Activity>, List<PostingResult>> dryRun() {
        var post = dry.begin();
        return activities -> take(
                activities,
                activity -> rules.violation(activity, at -> true),
                all -> post.apply(claims(all)),
                all -> post.apply(claims(all)));
    }

    private List<PostingResult> take(
            List<Activity> activities,
            Function<Activity, Optional<Violation>> violationOf,
            Function<List<Activity>, List<PostingResult>> sign,
            Function<List<Activity>, List<PostingResult>> post) {
        if (!activities.stream().allMatch(activity -> activity.type().equals(Activity.SIGN_IN))) {
            types.refresh(); // a sign-in needs no MySQL
        }
        var results = new PostingResult[activities.size()];
        var toSign = new ArrayList<Integer>();
        var toPost = new ArrayList<Integer>();
        for (int i = 0; i < results.length; i++) {
            var activity = activities.get(i);
            var violation = violationOf.apply(activity);
            if (violation.isPresent()) {
                results[i] = PostingResult.invalid(violation.get());
            } else {
                (activity.type().equals(Activity.SIGN_IN) ? toSign : toPost).add(i);
            }
        }
        fill(results, toSign, sign.apply(toSign.stream().map(activities::get).toList()));
        fill(results, toPost, post.apply(toPost.stream().map(activities::get).toList()));
        return Arrays.asList(results);
    }

    private List<Claim> claims(List<Activity> activities) {
        return activities.stream().map(types::claim).toList();
    }

    private static void fill(PostingResult[] results, List<Integer> indexes, List<PostingResult> some) {
        for (int i = 0; i < some.size(); i++) {
            results[indexes.get(i)] = some.get(i);
        }
    }

    private List<PostingResult> sign(List<Activity> activities) {
        if (activities.isEmpty()) {
            return List.of();
        }
        var answers = signIns.signIn(activities.stream()
                .map(activity -> new Attempt(activity.learner(), activity.occurredAt()))
                .toList());
        return IntStream.range(0, answers.size())
                .mapToObj(i -> result(activities.get(i), answers.get(i)))
                .toList();
    }

    private PostingResult result(Activity activity, SignInResult answer) {
        var season = seasons.at(activity.occurredAt());
        if (!answer.newlySigned()) {
            return PostingResult.duplicate();
        }
        return season.state().sealed()
                ? new PostingResult(
                        Outcome.LATE,
                        answer.points(),
                        List.of(ViolationCode.SEASON_CLOSED.of(
                                null, season.name(), seasons.current().name())))
                : new PostingResult(Outcome.AWARDED, answer.points(), List.of());
    }
}
