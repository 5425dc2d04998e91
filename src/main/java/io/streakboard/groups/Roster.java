package io.streakboard.groups;

import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a list of all members changes.
 *
 * @param came in the order of their ids, as all who write members do
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
