package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.signin.partition.Partitions;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class JournalMetricsTests {

    private final Journal journal = mock(Journal.class);
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void aPartitionThatDoesNotAnswerHidesNoOther() {
        when(journal.backlog(0)).thenReturn(7L);
        when(journal.backlog(1)).thenThrow(new QueryTimeoutException("no answer within 5 s"));
        new JournalMetrics(journal, mock(ParkedEntries.class), new Partitions(2), metrics);

        assertThat(gauge(JournalMetrics.BACKLOG, 0)).isEqualTo(7);
        for (var name : new String[] {JournalMetrics.BACKLOG, JournalMetrics.LAG, JournalMetrics.PARKED}) {
            assertThat(gauge(name, 1)).isNaN();
        }
    }

    private double gauge(String name, int partition) {
        return metrics.get(name)
                .tag("partition", Integer.toString(partition))
                .gauge()
                .value();
    }
}
