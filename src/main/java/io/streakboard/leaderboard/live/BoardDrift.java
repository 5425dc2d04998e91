package io.streakboard.leaderboard.live;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How an edition in Redis differs from MySQL.
 *
 * @param members in Redis
 * @param learners ranked in MySQL
 * @param missing ranked learners that Redis lacks
 * @param different members whose score or time differs from MySQL
 * @param surplus members in Redis that MySQL does not rank
 * @param examples the first differing members; of surplus members only those in MySQL, for example hidden ones
 */
public record BoardDrift(
        long members, long learners, long missing, long different, long surplus, List<Difference> examples) {

    /**
     * @param expected the score in MySQL; null if the member should not be ranked
     * @param found the score in Redis; null if it is missing
     */
    public record Difference(
            String member,
            @Nullable Long expected,
            @Nullable Long found) {}

    /** The same with other names of members. */
    public BoardDrift named(UnaryOperator<String> name) {
        return new BoardDrift(
                members,
                learners,
                missing,
                different,
                surplus,
                examples.stream()
                        .map(each -> new Difference(name.apply(each.member()), each.expected(), each.found()))
                        .toList());
    }

    public boolean none() {
        return places() == 0;
    }

    /** Number of differing members. */
    public long places() {
        return missing + different + surplus;
    }

    /** Whether an earlier comparison found the same difference. Scores that were under way then have arrived since. */
    public boolean repeats(BoardDrift earlier) {
        return examples.stream().anyMatch(earlier.examples::contains) || surplus > 0 && surplus == earlier.surplus;
    }
}
