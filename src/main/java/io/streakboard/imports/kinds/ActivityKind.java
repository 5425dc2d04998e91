package io.streakboard.imports.kinds;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.activities.ActivityLedger;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.points.Outcome;
import io.streakboard.points.PostingResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Past activities, in order of time. */
@Component
class ActivityKind implements FileKind<Activity> {

    private final Activities activities;
    private final ActivityLedger ledger;
    private final LearnerKeys keys;

    ActivityKind(Activities activities, ActivityLedger ledger, LearnerKeys keys) {
        this.keys = keys;
        this.activities = activities;
        this.ledger = ledger;
    }

    @Override
    public String name() {
        return "activities";
    }

    @Override
    public List<String> columns() {
        return List.of("user_id", "type", "source_id", "occurred_at");
    }

    @Override
    public List<String> optionalColumns() {
        return List.of("title");
    }

    @Override
    public Activity read(Fields line) {
        return new Activity(
                line.learner("user_id", keys),
                line.text("type"),
                line.text("source_id"),
                line.instant("occurred_at"),
                line.optional("title"));
    }

    /** Otherwise the season of a later line could be sealed before the line is read. */
    @Override
    public Optional<Instant> heldAt(Activity activity) {
        return Optional.of(activity.occurredAt());
    }

    @Override
    public List<LineResult> take(List<Activity> some, long run) {
        return results(activities.take(some));
    }

    @Override
    public Function<List<Activity>, List<LineResult>> dryRun() {
        return activities.dryRun().andThen(ActivityKind::results);
    }

    @Override
    public List<Optional<LineOutcome>> takenSince(List<Activity> some, Instant since) {
        return ledger.outcomesSince(some, since).stream()
                .map(outcome -> outcome.map(ActivityKind::outcome))
                .toList();
    }

    private static List<LineResult> results(List<PostingResult> results) {
        return results.stream().map(ActivityKind::result).toList();
    }

    private static LineResult result(PostingResult result) {
        return result.outcome() == Outcome.INVALID
                ? LineResult.of(LineOutcome.INVALID, result.reasons().getFirst())
                : LineResult.of(outcome(result.outcome()));
    }

    private static LineOutcome outcome(Outcome outcome) {
        return switch (outcome) {
            case AWARDED, ADJUSTED -> LineOutcome.AWARDED;
            case CUT -> LineOutcome.CUT;
            case REFUSED -> LineOutcome.REFUSED;
            case DUPLICATE -> LineOutcome.DUPLICATE;
            case LATE -> LineOutcome.LATE;
            case INVALID -> LineOutcome.INVALID;
        };
    }
}
