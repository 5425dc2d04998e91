package io.streakboard.leaderboard.settled;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Standing;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A board that no longer changes, read from its table. The table has no key by points, but its ranks are in order. */
public final class SettledBoard implements Ranking {

    private final BoardTable tables;
    private final String table;
    private final long total;

    public SettledBoard(BoardTable tables, String table, long total) {
        this.tables = tables;
        this.table = table;
        this.total = total;
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return page(tables.ranks(table, offset + 1, offset + size), standing(me));
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        var middle = standing(member);
        return page(
                middle == null ? List.of() : tables.ranks(table, middle.rank() - radius, middle.rank() + radius),
                member.equals(me) ? middle : standing(me));
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long place = firstBelow(score);
        return page(tables.ranks(table, place - radius, place + radius - 1), standing(me));
    }

    /** The rank of a deleted learner is never matched: other seasons have such ranks as well. */
    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        var learners =
                members.stream().map(Long::valueOf).filter(each -> each > 0).toList();
        return page(learners.isEmpty() ? List.of() : tables.ranksOf(table, learners), standing(me));
    }

    @Override
    public List<Share> percentiles(List<BigDecimal> percents) {
        return percents.stream().map(this::share).toList();
    }

    private Share share(BigDecimal percent) {
        long last = Share.of(total, percent);
        return tables.ranks(table, last, last).stream()
                .findFirst()
                .map(standing -> new Share(percent, standing.points(), standing.rank()))
                .orElseGet(() -> new Share(percent, null, null));
    }

    @Override
    public List<Long> counts(List<Range> ranges) {
        var bounds = ranges.stream()
                .flatMap(range -> Stream.of(range.min(), above(range)))
                .distinct()
                .toList();
        var first = firstBelow(bounds);
        return ranges.stream()
                .map(range -> range.min() > range.max()
                        ? 0
                        : first.get(bounds.indexOf(range.min())) - first.get(bounds.indexOf(above(range))))
                .toList();
    }

    private static long above(Range range) {
        return range.max() == Long.MAX_VALUE ? range.max() : range.max() + 1;
    }

    private long firstBelow(long points) {
        return firstBelow(List.of(points)).getFirst();
    }

    /** For each of some points the first rank with fewer, found in some twenty steps for all together. */
    private List<Long> firstBelow(List<Long> points) {
        var low = new ArrayList<>(Collections.nCopies(points.size(), 1L));
        var high = new ArrayList<>(Collections.nCopies(points.size(), total + 1));
        while (!low.equals(high)) {
            var middle = IntStream.range(0, points.size())
                    .mapToObj(i -> (low.get(i) + high.get(i)) >>> 1)
                    .toList();
            var there = pointsAt(middle);
            for (int i = 0; i < points.size(); i++) {
                if (low.get(i).equals(high.get(i))) {
                    continue;
                }
                if (requireNonNull(there.get(middle.get(i))) < points.get(i)) {
                    high.set(i, middle.get(i));
                } else {
                    low.set(i, middle.get(i) + 1);
                }
            }
        }
        return low;
    }

    private Map<Long, Long> pointsAt(List<Long> ranks) {
        return tables.ranks(table, ranks).stream().collect(toMap(Standing::rank, Standing::points));
    }

    private Page page(List<Standing> standings, @Nullable Standing mine) {
        return new Page(
                total, standings.stream().map(SettledBoard::entry).toList(), mine == null ? null : entry(mine), false);
    }

    private @Nullable Standing standing(@Nullable String member) {
        return Stream.ofNullable(member)
                .map(Long::valueOf)
                .flatMap(learner -> tables.ranksOf(table, List.of(learner)).stream())
                .findFirst()
                .orElse(null);
    }

    private static Entry entry(Standing standing) {
        return new Entry(
                standing.rank(),
                Long.toString(standing.learner()),
                standing.points(),
                standing.reachedAt(),
                null,
                null);
    }
}
