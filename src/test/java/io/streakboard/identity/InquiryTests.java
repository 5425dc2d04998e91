package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class InquiryTests {

    private final CountDownLatch hanging = new CountDownLatch(1);
    private final Inquiry inquiry = new Inquiry(Duration.ofSeconds(5));

    @AfterEach
    void release() {
        hanging.countDown();
    }

    @Test
    void whatHangsOrFailsIsNamedAndHoldsUpNothingElse() {
        var answers = inquiry.ask(Map.of(
                "board",
                this::hang,
                "points",
                () -> 20,
                "signIns",
                () -> failing(new QueryTimeoutException("Redis command timed out"))));

        assertThat(answers.given()).isEqualTo(Map.of("points", 20));
        assertThat(answers.missing())
                .isEqualTo(Map.of("board", "no answer within 5,000 ms", "signIns", "Redis command timed out"));
    }

    @Test
    void aDefectIsNoOutage() {
        assertThatThrownBy(() -> inquiry.ask(Map.of("points", () -> failing(new IllegalStateException("a defect")))))
                .hasMessage("a defect");
    }

    @Test
    void noMoreThanSomeOfAKindWaitForAStoreThatHangs() {
        var begun = new AtomicInteger();
        Supplier<Object> counted = () -> {
            begun.incrementAndGet();
            return hang();
        };
        var hasty = new Inquiry(Duration.ofMillis(50));
        for (int n = 0; n < 5; n++) {
            assertThat(hasty.ask(Map.of("board", counted)).missing()).containsKey("board");
        }

        await().untilAsserted(() -> assertThat(begun).hasValue(3));
    }

    private static Object failing(RuntimeException failure) {
        throw failure;
    }

    private Object hang() {
        try {
            hanging.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return "too late";
    }
}
