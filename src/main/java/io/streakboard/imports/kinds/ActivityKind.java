package io.streakboard.imports.kinds;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.points.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Past activities, in order of time. */
@Component
class ActivityKind implements FileKind<Activity> {

    private final Activities activities;

    ActivityKind(Activities activities) {
        this.activities = activities;
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
    public Activity read(Fields line) {
        return new Activity(
                line.number("user_id"), line.text("type"), line.text("source_id"), line.instant("occurred_at"));
    }

    /** Otherwise the season of a later line could be sealed before the line is read. */
    @Override
    public Optional<Instant> heldAt(Activity activity) {
        return Optional.of(activity.occurredAt());
    }

    @Override
    public List<LineResult> take(List<Activity> some) {
        return results(activities.take(some));
    }

    @Override
    public Function<List<Activity>, List<LineResult>> dryRun() {
        return activities.dryRun().andThen(ActivityKind::results);
    }

    private static List<LineResult> results(List<Verdict> verdicts) {
        return verdicts.stream().map(ActivityKind::result).toList();
    }

    private static LineResult result(Verdict verdict) {
        return switch (verdict.outcome()) {
            case AWARDED, ADJUSTED -> LineResult.of(LineOutcome.AWARDED);
            case CUT -> LineResult.of(LineOutcome.CUT);
            case REFUSED -> LineResult.of(LineOutcome.REFUSED);
            case DUPLICATE -> LineResult.of(LineOutcome.DUPLICATE);
            case LATE -> LineResult.of(LineOutcome.LATE);
            case INVALID -> LineResult.of(LineOutcome.INVALID, verdict.reasons().getFirst());
        };
    }
}
