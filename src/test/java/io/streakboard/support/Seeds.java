package io.streakboard.support;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Seeds of tests against a model, the same in each run: {@code -Dstreakboard.model.seed=7} begins with another, {@code
 * -Dstreakboard.model.seeds=1} has fewer.
 */
public final class Seeds {

    private static final long FIRST = Long.getLong("streakboard.model.seed", 1);
    private static final int MOST = Integer.getInteger("streakboard.model.seeds", Integer.MAX_VALUE);

    private Seeds() {}

    public static List<Long> some(int number) {
        return LongStream.range(FIRST, FIRST + Math.min(number, MOST)).boxed().toList();
    }
}
