package io.streakboard.groups;

import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Diff between the roster and the members.
 *
 * @param came in the order of ids, like all writers of members
 */
record Roster(SortedSet<Long> came, SortedSet<Long> went) {

    static Roster between(Collection<Long> before, Set<Long> after) {
        var came = new TreeSet<>(after);
        before.forEach(came::remove);
        var went = new TreeSet<>(before);
        went.removeAll(after);
        return new Roster(came, went);
    }
}
