package io.streakboard.leaderboard.scores;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.scores.ScoreChanges.RowChange;
import java.util.List;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * A learner's scores on boards of learners, also on boards that were taken out. On other boards a member with
 * the number of a learner is unrelated.
 */
@Component
class ScorePersonalData implements PersonalData {

    private final BoardRegistry boards;
    private final ScoreTable scores;
    private final ScoreChanges changes;
    private final HiddenMembers hidden;
    private final ScoreLog log;
    private final ScoreRemoval removal;

    ScorePersonalData(
            BoardRegistry boards,
            ScoreTable scores,
            ScoreChanges changes,
            HiddenMembers hidden,
            ScoreLog log,
            ScoreRemoval removal) {
        this.boards = boards;
        this.scores = scores;
        this.changes = changes;
        this.hidden = hidden;
        this.log = log;
        this.removal = removal;
    }

    @Override
    public String section() {
        return "scores";
    }

    @Override
    public Object of(long learner) {
        var known = boards.ofLearners();
        return known.isEmpty() ? List.of() : scores.ofLearner(known, learner);
    }

    /** Also true after the removal of all scores, and for a hidden learner without scores. */
    @Override
    public boolean knows(long learner) {
        var member = Long.toString(learner);
        return hidden.contains(BoardRule.POINTS, member)
                || boards.ofLearners().stream().anyMatch(board -> knows(board, member));
    }

    private boolean knows(String board, String member) {
        return log.has(board, member)
                || hidden.contains(board, member)
                || !changes.of(board, member).isEmpty();
    }

    /**
     * The first deletion removes the scores and the second the rows. Until then the corrections of the rows mark the
     * removal as newer in Redis. The listener opens no transaction, because each board has its own ones.
     */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(LearnerDeleted deleted) {
        var member = Long.toString(deleted.learner());
        hidden.remove(BoardRule.POINTS, member);
        boards.ofLearners().forEach(board -> {
            removal.alone(board, () -> erase(board, member));
            removal.removeLog(board, member);
        });
    }

    private void erase(String board, String member) {
        hidden.remove(board, member);
        scores.deleteForgotten(board, member);
        changes.put(changes.of(board, member).stream().map(RowChange::forgotten).toList());
    }
}
