package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import java.util.List;

/** An edition that still changes, whatever Redis keeps it in. */
public interface LiveStore {

    Edition edition();

    /** Writes scores and tells how they changed the ranks, in the given order; nothing happens if it is sealed. */
    List<RankChange> write(List<Score> scores);

    /** The same, asynchronously. */
    default Sent<List<RankChange>> send(List<Score> scores) {
        return Sent.of(() -> write(scores));
    }

    /** Writes scores without reading ranks, which is faster; does nothing if the edition is sealed. */
    void update(List<Score> scores);

    /**
     * Builds the edition anew, beside the one that is shown, and returns how many members it has.
     *
     * @param sealed whether it takes no more updates: then it is sealed before anything is read for it
     */
    long rebuild(boolean sealed, Source source);

    /**
     * Marks the edition as complete before anybody has a score on it. To be called before the transaction commits that
     * brings the first score in MySQL; a later one has to be rebuilt instead.
     */
    void open();

    /** Whether the edition has all scores that MySQL has. */
    boolean complete();

    /** Lets no more updates in. */
    void seal();

    /** Whether it is complete, sealed, and was not rebuilt since it was sealed. */
    boolean asSealed();

    /** Rises with each change; 0 if there was none. */
    long version();

    /** Removes the edition, and ends a rebuild. A seal stays for a while, against an update that wakes up late. */
    void clear();

    /** What the edition has of some members, for a comparison. */
    Held held(List<String> members);

    /** What its keys take, by {@code MEMORY USAGE}: an estimate. */
    long bytes();

    /** How many members Redis has, ranked or in the margin. */
    default long members() {
        return sizes().stream().mapToLong(Long::longValue).sum();
    }

    /** Size of each sorted set, worst scores first. */
    List<Long> sizes();
}
