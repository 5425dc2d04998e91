package io.streakboard.activities;

import io.streakboard.points.Claim;
import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import io.streakboard.points.PostingResult;
import io.streakboard.signin.SignInsRecorded;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Posts the activities and sign-ins that other modules publish to the ledger. The listeners open no transaction,
 * because the ledger opens one for each try. The ledger recognizes a repeated activity by its source id.
 */
@Component
class ActivityListener {

    private static final Logger log = LoggerFactory.getLogger(ActivityListener.class);

    private final PointsLedger ledger;
    private final Activities activities;

    ActivityListener(PointsLedger ledger, Activities activities) {
        this.ledger = ledger;
        this.activities = activities;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SignInsRecorded recorded) {
        var results = ledger.post(recorded.signIns().stream()
                .map(signIn -> new Claim(
                        signIn.learner(), Activity.SIGN_IN, signIn.day().toString(), signIn.at(), signIn.points()))
                .toList());
        tellRefused(recorded.signIns(), results);
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(ActivityCompleted completed) {
        tellRefused(completed.activities(), activities.takeNow(completed.activities()));
    }

    private static void tellRefused(List<?> all, List<PostingResult> results) {
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).outcome() == Outcome.INVALID) {
                log.warn("{} was not counted: {}", all.get(i), results.get(i).detail());
            }
        }
    }
}
