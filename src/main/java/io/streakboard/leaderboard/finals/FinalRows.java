package io.streakboard.leaderboard.finals;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.settled.SettledRows.SettledRow;
import org.jspecify.annotations.Nullable;

/** Assigns places and ranks to scores, best first, and checks their order. */
class FinalRows {

    private final Edition edition;
    private final BoardRule rule;
    private @Nullable SettledRow last;

    FinalRows(Edition edition) {
        this.edition = edition;
        this.rule = edition.board();
    }

    /** The next score with its place, and with the rank in the style of the board. */
    SettledRow next(Entry entry) {
        var before = last;
        long place = before == null ? 1 : before.place() + 1;
        last = new SettledRow(
                place,
                new Entry(
                        rank(before, entry, place),
                        entry.member(),
                        entry.score(),
                        entry.reachedAt(),
                        entry.extra(),
                        null));
        return last;
    }

    private long rank(@Nullable SettledRow before, Entry entry, long place) {
        boolean shared = before != null && before.entry().score() == entry.score();
        long former = before == null ? 0 : before.entry().rank();
        return rule.ranks().next(former, place, shared);
    }

    /** Whether a row is the next one by order, place and rank. */
    boolean follows(SettledRow row) {
        var before = last;
        boolean ordered = before == null || compare(before.entry(), row.entry()) < 0;
        return next(row.entry()).equals(row) && ordered;
    }

    /** Negative if the first one is better. */
    private int compare(Entry one, Entry other) {
        if (one.score() != other.score()) {
            return rule.better(one.score(), other.score()) ? -1 : 1;
        }
        int byTime = switch (rule.ties()) {
            case FIRST -> one.reachedAt().compareTo(other.reachedAt());
            case LAST -> other.reachedAt().compareTo(one.reachedAt());
            case NONE -> 0;
        };
        return byTime != 0 ? byTime : edition.written(other.member()).compareTo(edition.written(one.member()));
    }
}
