package io.streakboard.activities;

import io.streakboard.points.PointsLedger;
import io.streakboard.points.PostingResult;
import io.streakboard.points.SourceTitles;
import io.streakboard.points.SourceTitles.Source;
import java.util.HashMap;
import java.util.List;
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
     * Returns a result for each activity, in the given order. Titles are set before the posting: if that fails, the
     * activities come again, and a title that nothing was posted for harms nobody.
     */
    List<PostingResult> post(List<Activity> activities) {
        titles.set(titles(activities));
        return ledger.post(activities.stream().map(types::claim).toList());
    }

    /** The last title of a source wins. */
    private static HashMap<Source, String> titles(List<Activity> activities) {
        var titles = new HashMap<Source, String>();
        for (var activity : activities) {
            if (activity.title() != null) {
                titles.put(new Source(activity.type(), activity.sourceId()), activity.title());
            }
        }
        return titles;
    }
}
