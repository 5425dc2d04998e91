package io.streakboard.imports.kinds;

import io.streakboard.imports.kinds.TestKind.Done;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lines that no module reads or takes in. */
public class TestKind implements FileKind<Done> {

    public record Done(
            long learner, String what, Instant at, @Nullable String remark) {}

    @Override
    public String name() {
        return "test";
    }

    @Override
    public List<String> columns() {
        return List.of("user_id", "type", "source_id", "occurred_at");
    }

    @Override
    public List<String> optionalColumns() {
        return List.of("remark");
    }

    @Override
    public Done read(Fields line) {
        return new Done(
                line.number("user_id"), line.text("type"), line.instant("occurred_at"), line.optional("remark"));
    }

    @Override
    public List<LineResult> take(List<Done> values, long run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Function<List<Done>, List<LineResult>> dryRun() {
        throw new UnsupportedOperationException();
    }
}
