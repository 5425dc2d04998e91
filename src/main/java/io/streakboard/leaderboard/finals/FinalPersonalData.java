package io.streakboard.leaderboard.finals;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * A learner's places on final rankings. A deletion removes the learner and leaves the place. A ranking that is being
 * copied at that moment either begins anew, because its scores have changed, or is there for the second deletion.
 */
@Component
class FinalPersonalData implements PersonalData {

    private final FinalTable table;

    FinalPersonalData(FinalTable table) {
        this.table = table;
    }

    @Override
    public String section() {
        return "finals";
    }

    @Override
    public Object of(long learner) {
        return table.of(Long.toString(learner));
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        table.anonymise(Long.toString(deleted.learner()));
    }
}
