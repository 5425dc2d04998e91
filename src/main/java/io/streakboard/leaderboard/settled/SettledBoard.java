package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Standing;
import java.util.Collection;
import java.util.List;
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

    /** A rank whose learner was deleted is nobody's: another season has such ranks as well. */
    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        var learners =
                members.stream().map(Long::valueOf).filter(each -> each > 0).toList();
        return page(learners.isEmpty() ? List.of() : tables.ranksOf(table, learners), standing(me));
    }

    @Override
    public List<Share> percentiles(List<Integer> percents) {
        return percents.stream().map(this::share).toList();
    }

    private Share share(int percent) {
        long last = Math.ceilDiv(total * percent, 100L);
        return tables.ranks(table, last, last).stream()
                .findFirst()
                .map(standing -> new Share(percent, standing.points(), standing.rank()))
                .orElseGet(() -> new Share(percent, null, null));
    }

    @Override
    public long count(long min, long max) {
        return min > max ? 0 : firstBelow(min) - firstBelow(max == Long.MAX_VALUE ? max : max + 1);
    }

    /** The first rank with fewer points, found in some twenty steps. */
    private long firstBelow(long points) {
        long low = 1;
        long high = total + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (tables.ranks(table, middle, middle).getFirst().points() < points) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
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
