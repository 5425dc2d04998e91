package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import java.util.List;

/** An edition that still changes, in any layout in Redis. */
public interface LiveStore {

    Edition edition();

    /**
     * Writes scores and returns the changes of ranks, in the given order, without ranks while members are missing; does
     * nothing if the edition is sealed.
     */
    List<RankChange> write(List<Score> scores);

    /** Writes asynchronously. */
    default Sent<List<RankChange>> send(List<Score> scores) {
        return Sent.of(() -> write(scores));
    }

    /** Writes scores without reading ranks, which is faster; does nothing if the edition is sealed. */
    void update(List<Score> scores);

    /**
     * Rebuilds the edition beside the shown one, and returns the number of its members.
     *
     * @param sealed whether to seal the edition before its scores are read
     */
    long rebuild(boolean sealed, ScoreSource source);

    /**
     * Marks the edition as complete before any member has a score on it. Call it before the commit of the first score
     * in MySQL; later the edition has to be rebuilt instead.
     */
    void open();

    /** Whether the edition has all scores in MySQL. */
    default boolean complete() {
        return complete(replicationIds());
    }

    /** For callers that check many editions and read the {@link #replicationIds} once. */
    boolean complete(List<String> replicationIds);

    /** The replication ids of all masters. */
    List<String> replicationIds();

    /** Stops the edition from taking updates. */
    void seal();

    /** Whether it is complete, sealed, and was not rebuilt since it was sealed. */
    boolean asSealed();

    /** Rises with each change; 0 if there was none. */
    long version();

    /** Removes the edition and ends a rebuild. A seal stays for a while, to refuse late updates. */
    void clear();

    /** The values of some members in Redis, to compare with their expected scores. */
    LiveValues values(List<Score> expected);

    /** Bytes of its keys, estimated by {@code MEMORY USAGE}. */
    long bytes();

    /** The number of members in Redis, ranked or in the margin. */
    default long members() {
        return sizes().stream().mapToLong(Long::longValue).sum();
    }

    /** Size of each sorted set, worst scores first. */
    List<Long> sizes();
}
