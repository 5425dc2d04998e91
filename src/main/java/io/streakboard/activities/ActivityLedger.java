package io.streakboard.activities;

import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import io.streakboard.points.PostedClaims;
import io.streakboard.points.PostingResult;
import io.streakboard.points.SourceTitles;
import io.streakboard.points.SourceTitles.SourceKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** The activities in the ledger: posts valid ones other than sign-ins with their titles, and finds posted ones. */
@Service
public class ActivityLedger {

    private final PointsTypes types;
    private final PointsLedger ledger;
    private final SourceTitles titles;
    private final PostedClaims posted;

    ActivityLedger(PointsTypes types, PointsLedger ledger, SourceTitles titles, PostedClaims posted) {
        this.types = types;
        this.ledger = ledger;
        this.titles = titles;
        this.posted = posted;
    }

    /**
     * Returns a result for each activity, in the given order. Titles are set before the posting. If the posting fails,
     * the activities come again, and a title without an activity does no harm.
     */
    List<PostingResult> post(List<Activity> activities) {
        titles.set(titles(activities));
        return ledger.post(activities.stream().map(types::claim).toList());
    }

    /** The last title of a source wins. */
    private static Map<SourceKey, String> titles(List<Activity> activities) {
        var titles = new HashMap<SourceKey, String>();
        for (var activity : activities) {
            if (activity.title() != null) {
                titles.put(new SourceKey(activity.type(), activity.sourceId()), activity.title());
            }
        }
        return titles;
    }

    /**
     * The outcomes of activities recorded in the ledger since an instant; empty for other activities, and for
     * repetitions within the list. A sign-in counts by its entry in the ledger.
     */
    public List<Optional<Outcome>> outcomesSince(List<Activity> activities, Instant since) {
        var outcomes = posted.since(
                        activities.stream().filter(types::pay).map(types::claim).toList(), since)
                .iterator();
        return activities.stream()
                .map(activity -> types.pay(activity) ? outcomes.next() : Optional.<Outcome>empty())
                .toList();
    }
}
