package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Entry.Movement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes entries from answers of scripts, see {@code ranking.lua}. */
final class Entries {

    private final Edition edition;

    Entries(Edition edition) {
        this.edition = edition;
    }

    /** The entry in {@code {index, rank, member, value, details, former rank}}; null if it is empty. */
    @Nullable
    Entry standing(Object standing) {
        var parts = (List<?>) standing;
        return parts.isEmpty()
                ? null
                : entry(
                        (Long) parts.get(1),
                        parts.get(2),
                        packed(parts.get(3)),
                        Details.of(parts.get(4)),
                        parts.size() > 5 ? movement((Long) parts.get(5)) : null);
    }

    /**
     * The entries in {@code {rank of the first, {member, value, ...}, {details, ...}, {former rank, ...}}}. The other
     * ranks follow from positions and scores.
     */
    List<Entry> range(long firstIndex, Object range) {
        var parts = (List<?>) range;
        long rank = (Long) parts.getFirst();
        var members = (List<?>) parts.get(1);
        var details = (List<?>) parts.get(2);
        var formerRanks = (List<?>) parts.get(3);
        var entries = new ArrayList<Entry>(members.size() / 2);
        long above = 0;
        for (int i = 0; i < members.size() / 2; i++) {
            long packed = packed(members.get(2 * i + 1));
            long score = edition.packing().score(packed);
            rank = i == 0 ? rank : edition.ranks().next(rank, firstIndex + i + 1, score == above);
            above = score;
            var entry = entry(
                    rank,
                    members.get(2 * i),
                    packed,
                    details.isEmpty() ? Details.NONE : Details.of(details.get(i)),
                    edition.comparesDays() ? movement(formerRanks.isEmpty() ? rank : (Long) formerRanks.get(i)) : null);
            if (entry != null) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** @param former the former rank; 0 if there was none */
    private static Movement movement(long former) {
        return new Movement(former == 0 ? null : former);
    }

    long score(Object value) {
        return edition.packing().score(packed(value));
    }

    public long packed(Object value) {
        return edition.packing().packed(Double.parseDouble((String) value));
    }

    /** Null without a time: the member left the edition after the snapshot was taken, or Redis lost the details. */
    private @Nullable Entry entry(
            long rank, Object written, long packed, Details details, @Nullable Movement movement) {
        var reachedAt =
                edition.timeBeside() ? details.reachedAt() : edition.packing().reachedAt(packed);
        return reachedAt == null
                ? null
                : new Entry(
                        rank,
                        edition.member((String) written),
                        edition.packing().score(packed),
                        reachedAt,
                        details.extra(),
                        movement);
    }
}
