package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.ScoreSource;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** Compares an edition in Redis with MySQL, and rebuilds it. */
@Service
public class EditionRepair {

    private final LiveBoards live;
    private final ScoreTable scores;
    private final RestoreCheckpoint checkpoint;
    private final BoardsRollout rollout;

    EditionRepair(LiveBoards live, ScoreTable scores, RestoreCheckpoint checkpoint, BoardsRollout rollout) {
        this.rollout = rollout;
        this.live = live;
        this.scores = scores;
        this.checkpoint = checkpoint;
    }

    /** Makes sure that the edition is complete; false if it is not yet. */
    boolean restore(StoredEdition edition) {
        return live.restore(edition.edition(), () -> rebuild(edition));
    }

    /** Once no instance writes by another configuration any more, rebuilds the editions that differ from MySQL. */
    void mendAfterRollout(Supplier<Stream<StoredEdition>> all) {
        var ended = rollout.ended();
        if (!ended.isEmpty()) {
            all.get().forEach(edition -> live.mend(edition.edition(), scoresOf(edition), () -> rebuild(edition)));
            rollout.forget(ended);
        }
    }

    public boolean isComplete(StoredEdition edition) {
        return live.of(edition.edition()).complete();
    }

    long incomplete(Stream<StoredEdition> editions) {
        return live.incomplete(editions.map(StoredEdition::edition));
    }

    /** Rebuilds the edition from MySQL beside the shown one, and returns how many members it has. */
    public long rebuild(StoredEdition edition) {
        long members = live.rebuild(edition.edition(), false, scoresOf(edition));
        if (!isComplete(edition)) {
            checkpoint.drop(); // too many of the best have left since: the restoration rebuilds it again
        }
        return members;
    }

    /** Compares the edition with the scores in MySQL. Scores under way show as differences. */
    public BoardDrift drift(StoredEdition edition) {
        return live.drift(edition.edition(), scoresOf(edition));
    }

    private ScoreSource scoresOf(StoredEdition edition) {
        return to -> scores.forEach(edition, to);
    }
}
