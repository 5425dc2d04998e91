package io.streakboard.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What boards pay for ranks. The list of boards names it, so that those who see a board know what it pays. */
@FunctionalInterface
public interface OfferedPrizes {

    /**
     * @param toRank the last rank of the prize, which begins after the one before
     * @param points for each learner; 0 if there is a title alone
     */
    record OfferedPrize(int toRank, int points, @Nullable String title) {}

    /** The prizes of a board by the rules in force, from the first rank down. */
    List<OfferedPrize> of(String board);
}
