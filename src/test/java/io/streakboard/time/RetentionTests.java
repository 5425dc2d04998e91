package io.streakboard.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetentionTests {

    @Test
    void deletesBatchAfterBatchUntilOneIsNotFull() {
        var rows = new AtomicInteger(25);
        var calls = new AtomicInteger();

        Retention.inBatches(10, most -> {
            calls.incrementAndGet();
            int deleted = Math.min(most, rows.get());
            rows.addAndGet(-deleted);
            return deleted;
        });

        assertThat(rows).hasValue(0);
        assertThat(calls).hasValue(3);
    }
}
