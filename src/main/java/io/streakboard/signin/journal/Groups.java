package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers which journals have a consumer group. */
class Groups {

    private final Journal journal;
    private final Set<Integer> known = ConcurrentHashMap.newKeySet();

    Groups(Journal journal) {
        this.journal = journal;
    }

    /** Makes groups that are not known yet. */
    void make(Collection<Integer> partitions) {
        var missing = partitions.stream()
                .filter(partition -> !known.contains(partition))
                .toList();
        if (!missing.isEmpty()) {
            Partitions.atOnce(missing, this::make);
        }
    }

    private boolean make(int partition) {
        journal.createGroup(partition);
        return known.add(partition);
    }

    /** Forgets all groups, as Redis may have lost them. */
    void forget() {
        known.clear();
    }
}
