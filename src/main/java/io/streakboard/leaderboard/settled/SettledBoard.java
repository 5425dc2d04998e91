package io.streakboard.leaderboard.settled;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.settled.SettledRows.SettledRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ranking that no longer changes, read from its table. The table has no key by scores, but its places are in order of
 * scores.
 */
public final class SettledBoard implements Ranking {

    private final SettledRows rows;
    private final long total;
    private final boolean ascending;
    private final Ties ties;

    public SettledBoard(SettledRows rows, long total, Order order, Ties ties) {
        this.rows = rows;
        this.total = total;
        this.ascending = order == Order.ASCENDING;
        this.ties = ties;
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return page(size == 0 ? List.of() : rows.between(offset + 1, offset + size), row(me));
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        var middle = row(member);
        return page(
                middle == null ? List.of() : rows.between(middle.place() - radius, middle.place() + radius),
                member.equals(me) ? middle : row(me));
    }

    /** After the members with the score, or before them if the last to reach it comes first. */
    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, Long.MAX_VALUE - 1);
        long better = ascending ? possible - 1 : possible + 1;
        long place = firstWorse(List.of(ties == Ties.LAST ? better : possible)).getFirst();
        return page(rows.between(place - radius, place + radius - 1), row(me));
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        return page(members.isEmpty() ? List.of() : rows.of(members), row(me));
    }

    @Override
    public Statistics<ScoreAtPercent> percentiles(List<BigDecimal> percents) {
        var places = percents.stream()
                .map(percent -> ScoreAtPercent.of(total, percent))
                .distinct();
        var entries = rows.at(places.toList()).stream().collect(toMap(SettledRow::place, SettledRow::entry));
        return whole(percents.stream()
                .map(percent -> ScoreAtPercent.endingWith(entries.get(ScoreAtPercent.of(total, percent)), percent))
                .toList());
    }

    @Override
    public Statistics<Long> counts(List<Range> ranges) {
        var bounds = ranges.stream()
                .flatMap(range -> Stream.of(worst(range), beyondBest(range)))
                .distinct()
                .toList();
        var first = firstWorse(bounds);
        return whole(ranges.stream()
                .map(range -> range.min() > range.max()
                        ? 0
                        : first.get(bounds.indexOf(worst(range))) - first.get(bounds.indexOf(beyondBest(range))))
                .toList());
    }

    private static <T> Statistics<T> whole(List<T> values) {
        return new Statistics<>(values, false);
    }

    private long worst(Range range) {
        return ascending ? range.max() : range.min();
    }

    /** The worst score that is better than the range. */
    private long beyondBest(Range range) {
        return ascending ? range.min() - 1 : above(range);
    }

    private static long above(Range range) {
        return range.max() == Long.MAX_VALUE ? range.max() : range.max() + 1;
    }

    /** The first place with a worse score, for each score. One binary search of about twenty steps for all scores. */
    private List<Long> firstWorse(List<Long> scores) {
        var low = new ArrayList<>(Collections.nCopies(scores.size(), 1L));
        var high = new ArrayList<>(Collections.nCopies(scores.size(), total + 1));
        while (!low.equals(high)) {
            var middle = IntStream.range(0, scores.size())
                    .mapToObj(i -> (low.get(i) + high.get(i)) >>> 1)
                    .toList();
            var there = scoresAt(middle);
            for (int i = 0; i < scores.size(); i++) {
                if (low.get(i).equals(high.get(i))) {
                    continue;
                }
                if (isWorse(requireNonNull(there.get(middle.get(i))), scores.get(i))) {
                    high.set(i, middle.get(i));
                } else {
                    low.set(i, middle.get(i) + 1);
                }
            }
        }
        return low;
    }

    private boolean isWorse(long score, long other) {
        return ascending ? score > other : score < other;
    }

    private Map<Long, Long> scoresAt(List<Long> places) {
        return rows.at(places).stream()
                .collect(toMap(SettledRow::place, row -> row.entry().score()));
    }

    private Page page(List<SettledRow> found, @Nullable SettledRow mine) {
        return new Page(
                total, found.stream().map(SettledRow::entry).toList(), mine == null ? null : mine.entry(), false);
    }

    private @Nullable SettledRow row(@Nullable String member) {
        return member == null
                ? null
                : rows.of(List.of(member)).stream().findFirst().orElse(null);
    }
}
