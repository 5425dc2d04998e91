package io.streakboard.leaderboard.finals;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.leaderboard.editions.BoardRegistry;
import java.util.List;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * A learner's places on final rankings of boards of learners. A deletion removes the learner and leaves the place. A
 * ranking that is being copied meanwhile either begins anew, because its scores have changed, or is complete for the
 * second deletion.
 */
@Component
class FinalPersonalData implements PersonalData {

    private final FinalTable table;
    private final BoardRegistry boards;

    FinalPersonalData(FinalTable table, BoardRegistry boards) {
        this.table = table;
        this.boards = boards;
    }

    @Override
    public String section() {
        return "finals";
    }

    @Override
    public Object of(long learner) {
        var known = boards.ofLearners();
        return known.isEmpty() ? List.of() : table.of(known, Long.toString(learner));
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        var known = boards.ofLearners();
        if (!known.isEmpty()) {
            table.anonymise(known, Long.toString(deleted.learner()));
        }
    }
}
