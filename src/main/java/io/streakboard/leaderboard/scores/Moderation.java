package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import org.springframework.stereotype.Service;

/** What admins may do to the members and editions of a board. Whoever calls it has recorded who asked. */
@Service
public class Moderation {

    /** Leaves a member out of all rankings of a board, those to come as well. The score goes on. */
    public void hide(BoardRule board, String member) {
        throw new UnsupportedOperationException();
    }

    public void show(BoardRule board, String member) {
        throw new UnsupportedOperationException();
    }

    /** Removes a member's scores from an edition and from that over all partitions. */
    public void remove(StoredEdition edition, String member) {
        throw new UnsupportedOperationException();
    }

    /** Gives the scores of a member to a name that has none, on all editions of a board. */
    public void rename(BoardRule board, String member, String to) {
        throw new UnsupportedOperationException();
    }

    /** Adds a member's scores to another's by the board's operator, on all editions of a board. */
    public void merge(BoardRule board, String member, String into) {
        throw new UnsupportedOperationException();
    }

    /** Begins an edition anew. The old one stays readable, by its version, as long as it is kept. */
    public void reset(StoredEdition edition) {
        throw new UnsupportedOperationException();
    }
}
