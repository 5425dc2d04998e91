package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The values of members at the last midnight, which give their former ranks. */
public record FormerValues(BoardRule rule, Edition edition, Map<String, Long> values) {

    public FormerValues(BoardRule rule, Edition edition, Collection<Score> scores) {
        this(rule, edition, values(edition, scores));
    }

    private static Map<String, Long> values(Edition edition, Collection<Score> scores) {
        return scores.stream()
                .filter(score -> score.reachedAt() != null)
                .collect(toMap(Score::member, score -> edition.packing().pack(score)));
    }

    /** Members with the same value may have either place, also at the end of the kept members. */
    public void check(Entry entry, Collection<Score> now) {
        var movement = Objects.requireNonNull(entry.movement());
        var value = values.get(entry.member());
        long better = value == null ? 0 : better(value);
        if (value == null || rule.keep() > 0 && better >= rule.keep()) {
            assertThat(movement.former()).isNull();
            return;
        }
        long same = Stream.concat(values.values().stream(), values(edition, now).values().stream())
                .filter(value::equals)
                .count();
        if (movement.former() == null) {
            assertThat(rule.keep()).isPositive();
            assertThat(better + same).isGreaterThan(rule.keep());
        } else if (rule.ranks() == RankStyle.UNIQUE) {
            assertThat(movement.former()).isBetween(better + 1, better + same);
        } else {
            long score = edition.packing().score(value);
            assertThat(movement.former())
                    .isEqualTo(values.values().stream()
                                    .filter(each ->
                                            rule.better(edition.packing().score(each), score))
                                    .count()
                            + 1);
        }
    }

    private long better(long value) {
        return values.values().stream().filter(each -> each > value).count();
    }
}
