package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RowCacheTests {

    private final RowCache<String, String> cache = new RowCache<>(Duration.ofMinutes(1));
    private final AtomicInteger made = new AtomicInteger();

    @Test
    void readersOfTheVerySamePageShareItsRows() {
        var page = new ArrayList<>(List.of("ada"));

        assertThat(rows(page)).containsExactly("ada 1").isSameAs(rows(page));
    }

    @Test
    void aPageOfAnotherBatchHasRowsOfItsOwnThoughItIsEqual() {
        assertThat(rows(new ArrayList<>(List.of("ada")))).containsExactly("ada 1");
        assertThat(rows(new ArrayList<>(List.of("ada")))).containsExactly("ada 2");
    }

    @Test
    void cachedRowsDoNotWaitForRowsThatHang() throws Exception {
        var page = new ArrayList<>(List.of("ada"));
        var hangs = new CountDownLatch(1);
        var over = new Semaphore(0);
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = readers.submit(() -> cache.of(page, entries -> {
                hangs.countDown();
                over.acquireUninterruptibly();
                return List.of("late");
            }));
            hangs.await();

            assertThat(rows(page)).containsExactly("ada 1");

            over.release();
            assertThat(first.get()).as("the same for all").containsExactly("ada 1");
        }
    }

    private List<String> rows(List<String> page) {
        return cache.of(page, entries -> {
            int number = made.incrementAndGet();
            return entries.stream().map(entry -> entry + " " + number).toList();
        });
    }
}
