package io.streakboard.activities;

import io.streakboard.points.PointsLedger;
import io.streakboard.points.PostingResult;
import io.streakboard.points.SourceTitles;
import io.streakboard.points.SourceTitles.SourceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Posts valid activities other than sign-ins to the ledger, and keeps their titles. */
@Component
class ActivityLedger {

    private final PointsTypes types;
    private final PointsLedger ledger;
    private final SourceTitles titles;

    ActivityLedger(PointsTypes types, PointsLedger ledger, SourceTitles titles) {
        this.types = types;
        this.ledger = ledger;
        this.titles = titles;
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
}
