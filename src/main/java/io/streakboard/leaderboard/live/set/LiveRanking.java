package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.live.set.SharedReads.ReadRequest;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Reads an edition that still changes. Each read is one script: it takes one round trip and shows a single moment.
 * Concurrent readers share it.
 *
 * <pre>
 * ZREVRANGE streakboard:board:{tag}:v3:live 0 19 WITHSCORES       in page.lua
 * ZREVRANK  streakboard:board:{tag}:v3:live 07c5e1r57              in standings.lua
 * EXISTS    streakboard:board:{tag}:v3:complete                   in all
 * </pre>
 */
public final class LiveRanking implements Ranking {

    private static final String PAGE = "page";
    private static final String STANDINGS = "standings";
    private static final String ABOVE = "above";

    /** Lets {@code standings.lua} compare ranks. */
    private static final String COMPARED = "1";

    private static final String NOT_COMPARED = "0";

    private static final RedisScript<byte[]> READS = EditionScripts.readingTogether(PAGE, STANDINGS, ABOVE);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SHARES = EditionScripts.reading("shares", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> COUNTS = EditionScripts.reading("counts", List.class);

    /** Bounds above all values. */
    private static final ScorePacking.Values NONE = new ScorePacking.Values("inf", "inf");

    /** Decimals of a percent, see {@code shares.lua}. */
    private static final int DECIMALS = 3;

    private final Edition edition;
    private final BoardKeys keys;
    private final EditionScripts scripts;
    private final Entries entries;
    private final SharedReads reads;

    public LiveRanking(StringRedisTemplate redis, Edition edition, Clock clock) {
        this.edition = edition;
        this.keys = new BoardKeys(edition);
        this.scripts = new EditionScripts(redis, edition, clock);
        this.entries = new Entries(edition);
        var shown = keys.shown();
        this.reads =
                new SharedReads(Batches.ofReads(edition), requests -> scripts.readTogether(READS, shown, requests));
    }

    /** Concurrent callers share the page and differ only in their own standing. */
    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return page(pageRequest("from", Long.toString(offset), size), me);
    }

    /** The page has the caller's own entry, so it needs no second request. */
    @Override
    public Page around(String member, int radius, @Nullable String me) {
        var request = pageRequest("around", edition.written(member), radius);
        if (!member.equals(me)) {
            return page(request, me);
        }
        var page = page(request, null);
        return new Page(page.total(), page.entries(), find(member, page.entries()), page.degraded());
    }

    private Page page(ReadRequest request, @Nullable String me) {
        if (me == null) {
            return reads.ask(List.of(request)).getFirst().as(this::page);
        }
        var results = reads.ask(List.of(request, standing(me)));
        var page = results.getFirst().as(this::page);
        return new Page(
                page.total(),
                page.entries(),
                results.getLast().as(this::standing).mine(),
                page.degraded());
    }

    /** Does not compare ranks: comparing the neighbours with yesterday would take most of the time. */
    @Override
    public Page above(String member) {
        var request = new ReadRequest(ABOVE, List.of(edition.written(member)));
        return reads.ask(List.of(request)).getFirst().as(this::above);
    }

    private Page above(List<?> result) {
        var above = entries.standing(result.get(3));
        return new Page(
                (Long) result.get(1),
                above == null ? List.of() : List.of(above),
                entries.standing(result.get(2)),
                degraded(result));
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, edition.packing().maxScore());
        var values = edition.packing().between(possible, possible);
        // After the members with the score, or before them if the last to reach it comes first.
        var place = edition.packing().ties() == Ties.LAST ? "(" + values.best() : values.worst();
        return page(pageRequest("before", place, radius), me);
    }

    @Override
    public @Nullable Entry of(String member) {
        return reads.ask(List.of(standing(member)))
                .getFirst()
                .as(this::standing)
                .mine();
    }

    private ReadRequest standing(String member) {
        return new ReadRequest(STANDINGS, List.of(NOT_COMPARED, edition.written(member)));
    }

    /** A page without entries. */
    private Page standing(List<?> result) {
        var one = ((List<?>) result.get(2)).getFirst();
        return new Page((Long) result.get(1), List.of(), entries.standing(one), degraded(result));
    }

    private static ReadRequest pageRequest(String how, String first, int count) {
        return new ReadRequest(PAGE, List.of(how, first, Integer.toString(count)));
    }

    private Page page(List<?> result) {
        return new Page(
                (Long) result.get(1), entries.range((Long) result.get(2), result.get(3)), null, degraded(result));
    }

    private static @Nullable Entry find(@Nullable String member, List<Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.member().equals(member))
                .findFirst()
                .orElse(null);
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        return among(COMPARED, members, me);
    }

    @Override
    public Page amongNotCompared(Collection<String> members, @Nullable String me) {
        return among(NOT_COMPARED, members, me);
    }

    private Page among(String compared, Collection<String> members, @Nullable String me) {
        var asked = new LinkedHashSet<>(members);
        var wanted = Set.copyOf(asked);
        if (me != null) {
            asked.add(me);
        }
        var parts = reads.ask(standings(compared, asked)).stream()
                .map(result -> result.as(this::ranked))
                .toList();
        var ranked = parts.stream()
                .flatMap(part -> part.entries().stream())
                .sorted(Comparator.comparing(Entry::rank))
                .toList();
        return new Page(
                parts.getFirst().total(),
                ranked.stream().filter(entry -> wanted.contains(entry.member())).toList(),
                find(me, ranked),
                parts.getFirst().degraded());
    }

    /** Split, because batches are limited by requests: many callers with many members would block Redis for long. */
    private List<ReadRequest> standings(String compared, Set<String> members) {
        int most = Batches.ofStandings(compared.equals(COMPARED) && edition.comparesDays());
        return members.isEmpty()
                ? List.of(standingsOf(compared, List.of()))
                : members.stream()
                        .gather(Gatherers.windowFixed(most))
                        .map(some -> standingsOf(compared, some))
                        .toList();
    }

    private ReadRequest standingsOf(String compared, List<String> members) {
        var arguments = new ArrayList<>(List.of(compared));
        members.forEach(member -> arguments.add(edition.written(member)));
        return new ReadRequest(STANDINGS, arguments);
    }

    /** The ranked members, by rank. */
    private Page ranked(List<?> result) {
        return new Page(
                (Long) result.get(1),
                ((List<?>) result.get(2))
                        .stream()
                                .map(standing -> (List<?>) standing)
                                .filter(standing -> !standing.isEmpty())
                                .sorted(Comparator.comparing(standing -> (Long) standing.getFirst()))
                                .map(entries::standing)
                                .filter(Objects::nonNull)
                                .toList(),
                null,
                degraded(result));
    }

    private static boolean degraded(List<?> result) {
        return (Long) result.getFirst() == 0;
    }

    @Override
    public Statistics<ScoreAtPercent> percentiles(List<BigDecimal> percents) {
        var result = scripts.read(
                SHARES,
                keys.shown(),
                percents.stream()
                        .map(percent -> percent.movePointRight(DECIMALS)
                                .toBigIntegerExact()
                                .toString())
                        .toList());
        var shares = new ArrayList<ScoreAtPercent>(percents.size());
        for (int i = 0; i < percents.size(); i++) {
            shares.add(
                    result.size() == 1
                            ? new ScoreAtPercent(percents.get(i), null, null)
                            : new ScoreAtPercent(percents.get(i), entries.score(result.get(2 * i + 2)), (Long)
                                    result.get(2 * i + 1)));
        }
        return new Statistics<>(shares, degraded(result));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Statistics<Long> counts(List<Range> ranges) {
        var bounds = ranges.stream().map(this::values).toList();
        List<Long> result = scripts.read(
                COUNTS,
                keys.shown(),
                bounds.stream()
                        .flatMap(values -> Stream.of(values.worst(), values.best()))
                        .toList());
        return new Statistics<>(result.subList(1, result.size()), degraded(result));
    }

    private ScorePacking.Values values(Range range) {
        long greatest = edition.packing().maxScore();
        if (range.min() > greatest) {
            return NONE;
        }
        return edition.packing().between(Math.clamp(range.min(), 0, greatest), Math.clamp(range.max(), 0, greatest));
    }
}
