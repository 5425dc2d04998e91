package io.streakboard.activities;

import io.streakboard.points.Outcome;
import io.streakboard.points.PostedClaims;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Tells the outcomes of activities that were taken in lately. */
@Service
public class TakenActivities {

    private final PointsTypes types;
    private final PostedClaims posted;

    TakenActivities(PointsTypes types, PostedClaims posted) {
        this.types = types;
        this.posted = posted;
    }

    /**
     * The outcomes of activities that reached the ledger since an instant; empty for others, and for all but the first
     * of equal ones. A sign-in counts by its entry in the ledger.
     */
    public List<Optional<Outcome>> since(List<Activity> activities, Instant since) {
        var outcomes = posted.since(
                        activities.stream()
                                .filter(this::isOfKnownType)
                                .map(types::claim)
                                .toList(),
                        since)
                .iterator();
        return activities.stream()
                .map(activity -> isOfKnownType(activity) ? outcomes.next() : Optional.<Outcome>empty())
                .toList();
    }

    private boolean isOfKnownType(Activity activity) {
        return types.contains(activity.type());
    }
}
