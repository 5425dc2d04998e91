package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.Comparison;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.Source;
import org.springframework.stereotype.Service;

/** Compares an edition in Redis with MySQL, and builds it anew. */
@Service
public class EditionRepair {

    private final LiveBoards live;
    private final ScoreTable scores;
    private final RestorationMark mark;

    EditionRepair(LiveBoards live, ScoreTable scores, RestorationMark mark) {
        this.live = live;
        this.scores = scores;
        this.mark = mark;
    }

    /** Builds the edition anew from MySQL, beside the one that is shown, and returns how many members it has. */
    public long rebuild(StoredEdition edition) {
        live.note(edition.edition());
        long members = live.of(edition.edition()).rebuild(false, scoresOf(edition));
        live.note(edition.edition()); // an instance with another rule may have built it meanwhile
        if (!live.of(edition.edition()).complete()) {
            mark.drop(); // too many of the best have left meanwhile: the restoration builds it once more
        }
        return members;
    }

    /** Compares the edition with the scores in MySQL. Scores under way show as differences. */
    public BoardDrift drift(StoredEdition edition) {
        return Comparison.of(live.of(edition.edition()), scoresOf(edition));
    }

    private Source scoresOf(StoredEdition edition) {
        return to -> scores.forEach(edition, to);
    }
}
