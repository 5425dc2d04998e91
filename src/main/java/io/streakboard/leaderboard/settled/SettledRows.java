package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.Entry;
import java.util.Collection;
import java.util.List;

/**
 * The rows of a ranking that no longer changes, by place. Places are 1, 2, 3 without a gap, even if equal scores share
 * a rank.
 */
public interface SettledRows {

    record SettledRow(long place, Entry entry) {}

    List<SettledRow> between(long first, long last);

    List<SettledRow> at(List<Long> places);

    /** The rows of some members, by place. */
    List<SettledRow> of(Collection<String> members);
}
