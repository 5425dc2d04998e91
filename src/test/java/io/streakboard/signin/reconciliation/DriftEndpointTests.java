package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.runs.ExclusiveJobRunner.Begun;
import io.streakboard.runs.RunState;
import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.signin.reconciliation.RunHistory.Run;
import io.streakboard.signin.reconciliation.RunHistory.RunKind;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DriftEndpointTests {

    private final Reconciler reconciler = mock(Reconciler.class);
    private final RunHistory runs = mock(RunHistory.class);
    private final DriftEndpoint endpoint =
            new DriftEndpoint(reconciler, runs, mock(CompletenessMark.class), TestLearnerKeys.numbers());

    @Test
    void anActionAnswersWithItsOwnRunThoughAnotherHasBegunSince() {
        var own = run(7, RunKind.VERIFY, RunState.DONE);
        when(reconciler.begin(any(), any())).thenReturn(Optional.of(new Begun<>(7L, new Thread())));
        when(runs.of(7)).thenReturn(Optional.of(own));
        when(runs.last()).thenReturn(Optional.of(run(8, RunKind.DAILY, RunState.RUNNING)));

        var report = endpoint.act("verify", null);

        assertThat(report.run()).isEqualTo(own);
        assertThat(report.inProgress()).isFalse();
        assertThat(endpoint.report().inProgress()).isTrue();
    }

    private static Run run(long id, RunKind kind, RunState state) {
        var now = Instant.EPOCH;
        return new Run(id, kind, null, null, LocalDate.EPOCH, state, now, now, null, Drift.NONE, null);
    }
}
