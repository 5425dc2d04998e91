package io.streakboard.model;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Broken promises, each with a few examples. */
final class Findings {

    private static final int EXAMPLES = 5;

    private final List<String> broken = new ArrayList<>();

    List<String> broken() {
        return List.copyOf(broken);
    }

    /** @param violations none if the promise was kept */
    void expect(String promise, Stream<?> violations) {
        var all = violations.map(String::valueOf).toList();
        if (!all.isEmpty()) {
            broken.add("%s: %d violations%s"
                    .formatted(
                            promise,
                            all.size(),
                            all.stream()
                                    .limit(EXAMPLES)
                                    .map(each -> "\n      " + each)
                                    .collect(joining())));
        }
    }

    <T> void expectSame(String promise, Collection<T> expected, Collection<T> found) {
        var expectedOnce = Set.copyOf(expected);
        var foundOnce = Set.copyOf(found);
        expect(
                promise,
                Stream.concat(
                        expected.stream()
                                .filter(each -> !foundOnce.contains(each))
                                .map(each -> "missing " + each),
                        found.stream()
                                .filter(each -> !expectedOnce.contains(each))
                                .map(each -> "surplus " + each)));
    }
}
