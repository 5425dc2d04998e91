package io.streakboard.points;

import io.streakboard.signin.SignInsRecorded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Posts what other modules announce. The listeners open no transaction of their own: the ledger does, around each try.
 * Delivered twice, an activity is known by its source id.
 */
@Component
class PointsListener {

    private static final Logger log = LoggerFactory.getLogger(PointsListener.class);

    private final PointsLedger ledger;
    private final Activities activities;

    PointsListener(PointsLedger ledger, Activities activities) {
        this.ledger = ledger;
        this.activities = activities;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SignInsRecorded recorded) {
        ledger.post(recorded.signIns().stream()
                .map(signIn -> ledger.posting(
                        new Activity(
                                signIn.user(), Activity.SIGN_IN, signIn.day().toString(), signIn.at()),
                        signIn.points()))
                .toList());
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(ActivityCompleted completed) {
        var results = activities.takeNow(completed.activities());
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).outcome() == Outcome.INVALID) {
                log.warn(
                        "{} was not counted: {}",
                        completed.activities().get(i),
                        results.get(i).detail());
            }
        }
    }
}
