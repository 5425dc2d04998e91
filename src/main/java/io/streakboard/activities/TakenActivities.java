package io.streakboard.activities;

import io.streakboard.points.Outcome;
import io.streakboard.points.PostedClaims;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Finds the outcomes of recently taken activities. */
@Service
public class TakenActivities {

    private final PointsTypes types;
    private final PostedClaims posted;

    TakenActivities(PointsTypes types, PostedClaims posted) {
        this.types = types;
        this.posted = posted;
    }

    /**
     * The outcomes of activities recorded in the ledger since an instant; empty for other activities, and for
     * repetitions within the list. A sign-in counts by its entry in the ledger.
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
        return types.pay(activity);
    }
}
