package io.streakboard.leaderboard;

import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/** Takes in scores that other modules announce. It opens no transaction: the boards have their own. */
@Component
class ScoreListener {

    private static final Logger log = LoggerFactory.getLogger(ScoreListener.class);

    private final Boards boards;

    ScoreListener(Boards boards) {
        this.boards = boards;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(ScoreSubmitted submitted) {
        var results = boards.submit(submitted.scores());
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).outcome() == ScoreOutcome.INVALID) {
                log.warn(
                        "{} was not counted: {}",
                        submitted.scores().get(i),
                        results.get(i).detail());
            }
        }
    }
}
