package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** The lanes of this instance, one for each transaction that may run at once. All partitions are spread over them. */
@Component
class Lanes {

    private final List<Lane> lanes;

    Lanes(JournalProperties settings, Partitions partitions) {
        int count = Math.min(settings.transactions(), partitions.count());
        this.lanes = IntStream.range(0, count)
                .mapToObj(lane -> new Lane(partitions
                        .all()
                        .filter(partition -> partition % count == lane)
                        .boxed()
                        .toList()))
                .toList();
    }

    List<Lane> all() {
        return lanes;
    }

    /** Announces new entries of a partition to the drains of this instance. */
    void ring(int partition) {
        lanes.get(partition % lanes.size()).ring(partition);
    }
}
