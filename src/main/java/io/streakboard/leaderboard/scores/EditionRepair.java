package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.editions.FillTable;
import io.streakboard.leaderboard.editions.NewEditions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.Rollout;
import io.streakboard.runs.RunUnderWay;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Compares editions in Redis with their sources in MySQL, and rebuilds them. */
@Service
public class EditionRepair {

    private static final Logger log = LoggerFactory.getLogger(EditionRepair.class);

    private final LiveBoards live;
    private final ScoreTable scores;
    private final RestoreCheckpoint checkpoint;
    private final BoardsRollout rollout;
    private final NewEditions newEditions;
    private final FillTable fills;

    EditionRepair(
            LiveBoards live,
            ScoreTable scores,
            RestoreCheckpoint checkpoint,
            BoardsRollout rollout,
            NewEditions newEditions,
            FillTable fills) {
        this.fills = fills;
        this.newEditions = newEditions;
        this.rollout = rollout;
        this.live = live;
        this.scores = scores;
        this.checkpoint = checkpoint;
    }

    /** An edition of a configured board, with the book of scores. */
    public EditionSource source(StoredEdition stored) {
        return new EditionSource() {

            @Override
            public Edition edition() {
                return stored.edition();
            }

            @Override
            public Optional<Score> score(String member) {
                return scores.find(stored, member);
            }

            @Override
            public Optional<Ranking> before() {
                return newEditions.before(stored.edition());
            }

            @Override
            public void forEach(Consumer<Score> to) {
                scores.forEach(stored, to);
            }
        };
    }

    /** Whether a board that is fed by the ledger is being filled from it. */
    public boolean isFilling(BoardRule board) {
        return fills.isUnderWay(board);
    }

    /** Compares the ledger with the scores of a board that it feeds once more, and adds what is missing. */
    public void fillAgain(BoardRule board) {
        if (board.isFed()) {
            fills.restart(board);
        }
    }

    public boolean isComplete(EditionSource source) {
        return live.of(source.edition()).complete();
    }

    public long incomplete(Stream<EditionSource> sources) {
        return live.incomplete(sources.map(EditionSource::edition));
    }

    /** Makes sure that the editions are complete; false if one is not yet. */
    public boolean restore(Stream<EditionSource> sources) {
        var replicationIds = live.replicationIds();
        return sources.filter(source -> !restore(source, replicationIds)).count() == 0;
    }

    /** Makes sure that the edition is complete, given the ids of all masters; false if it is not yet. */
    boolean restore(EditionSource source, List<String> replicationIds) {
        return live.restore(source.edition(), replicationIds, () -> rebuild(source));
    }

    void mendAfterRollout(Supplier<Stream<EditionSource>> all) {
        mendAfterRollout(rollout, all);
    }

    /**
     * Once no instance writes by another configuration any more, rebuilds the editions that differ from MySQL. Ends early
     * if one is being rebuilt already, perhaps without what the others wrote last: the next call compares all again.
     */
    public void mendAfterRollout(Rollout of, Supplier<Stream<EditionSource>> all) {
        var ended = of.ended();
        if (ended.isEmpty()) {
            return;
        }
        try {
            all.get().forEach(source -> live.mend(source.edition(), source, () -> rebuild(source)));
            of.forget(ended);
        } catch (RunUnderWay another) {
            log.info("Boards are compared again: {}", another.getMessage());
        }
    }

    /**
     * Rebuilds the edition from MySQL beside the shown one, and returns how many members it has. The state in MySQL
     * decides: a sealed edition is sealed as well, and a settled one has no members in Redis.
     */
    public long rebuild(EditionSource source) {
        if (source.settled()) {
            return 0;
        }
        long members = live.rebuild(source.edition(), source.sealed(), source::before, source);
        if (source.settled()) {
            live.clear(source.edition()); // it may have been cleared before this rebuild began
        } else if (!isComplete(source)) {
            checkpoint.drop(); // too many of the best have left since: the restoration rebuilds it again
        }
        return members;
    }

    /** Compares the edition with its source. Scores under way show as differences. */
    public BoardDrift drift(EditionSource source) {
        return live.drift(source.edition(), source.expected());
    }
}
