package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** The partition groups of this instance, one for each concurrent transaction. Together they have all partitions. */
@Component
class PartitionGroups {

    private final List<PartitionGroup> groups;

    PartitionGroups(JournalProperties settings, Partitions partitions) {
        int count = Math.min(settings.consumers(), partitions.count());
        this.groups = IntStream.range(0, count)
                .mapToObj(group -> new PartitionGroup(partitions
                        .all()
                        .filter(partition -> partition % count == group)
                        .boxed()
                        .toList()))
                .toList();
    }

    List<PartitionGroup> all() {
        return groups;
    }

    /** Signals new entries of a partition to the consumers of this instance. */
    void signal(int partition) {
        groups.get(partition % groups.size()).signal(partition);
    }
}
