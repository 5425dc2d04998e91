package io.streakboard.signin.reconciliation;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.runs.RunState;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.signin.reconciliation.RunHistory.Run;
import io.streakboard.signin.reconciliation.RunHistory.RunKind;
import io.streakboard.time.Polling;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/signins}: whether bitmaps and calendar agree; {@code verify} compares them, {@code rebuild}
 * repairs.
 */
@Component
@Endpoint(id = "signins")
class DriftEndpoint {

    /**
     * @param degraded whether Redis has lost bitmaps that are not rebuilt yet
     * @param inProgress whether the run has not ended
     * @param drift the findings of the run so far
     * @param run the last run; after an action, the run that it began
     */
    record DriftReport(
            boolean degraded,
            boolean inProgress,
            @Nullable Drift drift,
            @Nullable Run run) {}

    private static final Map<String, RunKind> ACTIONS = Map.of("verify", RunKind.VERIFY, "rebuild", RunKind.REBUILD);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Reconciler reconciler;
    private final RunHistory runs;
    private final CompletenessMark mark;
    private final LearnerKeys keys;

    DriftEndpoint(Reconciler reconciler, RunHistory runs, CompletenessMark mark, LearnerKeys keys) {
        this.keys = keys;
        this.reconciler = reconciler;
        this.runs = runs;
        this.mark = mark;
    }

    @ReadOperation
    DriftReport report() {
        return report(runs.last().orElse(null));
    }

    private DriftReport report(@Nullable Run run) {
        return new DriftReport(
                !mark.missing().isEmpty(),
                run != null && run.state() == RunState.RUNNING,
                run == null ? null : run.drift(),
                run);
    }

    /** Answers when the run has ended, or after a while with its progress. */
    @WriteOperation
    DriftReport act(String action, @Nullable String learner) {
        var kind = ACTIONS.get(action);
        if (kind == null) {
            throw Problem.noneOf("action", List.of("rebuild", "verify"));
        }
        var begun = reconciler
                .begin(kind, learner == null ? RunTarget.ALL : RunTarget.learner(keys.named("learner", learner)))
                .orElseThrow(
                        () -> RunUnderWay.of("Bitmaps are being compared or rebuilt already; see /actuator/signins"));
        Polling.until(() -> !begun.thread().isAlive(), TIMEOUT);
        return report(runs.of(begun.run()).orElse(null));
    }
}
