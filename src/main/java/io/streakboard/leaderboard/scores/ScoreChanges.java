package io.streakboard.leaderboard.scores;

import java.util.Collection;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * Changes of scores that nobody has sent: what moderators do, and deletions. The transaction is the caller's, who has
 * locked the board.
 */
@Component
class ScoreChanges {

    private final ScoreTable scores;
    private final ApplicationEventPublisher events;

    ScoreChanges(ScoreTable scores, ApplicationEventPublisher events) {
        this.scores = scores;
        this.events = events;
    }

    /** The rows of a member on all editions of a board. */
    List<ScoreRow> of(String board, String member) {
        return scores.of(board, member);
    }

    /** Writes rows, and announces them. */
    void put(Collection<ScoreRow> rows) {
        if (!rows.isEmpty()) {
            scores.put(rows);
            events.publishEvent(ScoresChanged.of(rows, null));
        }
    }
}
