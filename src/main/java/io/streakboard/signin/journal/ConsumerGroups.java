package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Creates the journals' consumer groups and remembers the existing ones. */
class ConsumerGroups {

    private final Journal journal;
    private final Set<Integer> known = ConcurrentHashMap.newKeySet();

    ConsumerGroups(Journal journal) {
        this.journal = journal;
    }

    /** Creates groups that are not known yet. */
    void create(Collection<Integer> partitions) {
        var missing = partitions.stream()
                .filter(partition -> !known.contains(partition))
                .toList();
        if (!missing.isEmpty()) {
            Partitions.atOnce(missing, this::create);
        }
    }

    private boolean create(int partition) {
        journal.createGroup(partition);
        return known.add(partition);
    }

    /** Forgets all groups, as Redis may have lost them. */
    void forget() {
        known.clear();
    }
}
