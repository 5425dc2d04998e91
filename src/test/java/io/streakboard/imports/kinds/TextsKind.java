package io.streakboard.imports.kinds;

import java.util.List;
import java.util.function.Function;

/** Records of three texts. */
public class TextsKind implements FileKind<List<String>> {

    @Override
    public String name() {
        return "texts";
    }

    @Override
    public List<String> columns() {
        return List.of("one", "two", "three");
    }

    @Override
    public List<String> read(Fields line) {
        return columns().stream().map(line::text).toList();
    }

    @Override
    public List<LineResult> take(List<List<String>> values, long run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Function<List<List<String>>, List<LineResult>> dryRun() {
        throw new UnsupportedOperationException();
    }
}
