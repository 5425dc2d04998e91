package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.runs.Background;
import io.streakboard.signin.calendar.MarkMissed;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DataLossDetectorTests {

    private final MarkChecks marks = mock(MarkChecks.class);
    private final Reconciler reconciler = mock(Reconciler.class);
    private final DataLossDetector detector = new DataLossDetector(marks, reconciler, new Background());

    @Test
    void aMissedMarkHasLostPartitionsRebuilt() {
        when(marks.missingNow()).thenReturn(Set.of(1, 2));

        detector.on(new MarkMissed());

        verify(reconciler, timeout(30_000)).restore(Set.of(1, 2));
        verify(marks, never()).missing();
    }

    @Test
    void manySignInsCauseOneLookAndALaterOneAnother() {
        var checks = new AtomicInteger();
        var open = new CountDownLatch(1);
        when(marks.missingNow()).thenAnswer(call -> {
            checks.incrementAndGet();
            open.await();
            return Set.of();
        });

        for (int signIn = 0; signIn < 1_000; signIn++) {
            detector.on(new MarkMissed());
        }
        await().until(() -> checks.get() == 1);
        open.countDown();

        await().until(() -> {
            detector.on(new MarkMissed());
            return checks.get() == 2;
        });
        assertThat(checks).hasValue(2);
    }
}
