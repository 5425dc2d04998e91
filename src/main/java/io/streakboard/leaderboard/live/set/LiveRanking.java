package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.set.SharedReads.Question;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Reads an edition that still changes. Each read is one script, so it takes one round trip and sees one moment. Those
 * who read at the same moment share it.
 *
 * <pre>
 * ZREVRANGE streakboard:board:{tag}:v2:live 0 19 WITHSCORES       in page.lua
 * ZREVRANK  streakboard:board:{tag}:v2:live r57                   in standings.lua
 * EXISTS    streakboard:board:{tag}:v2:complete                   in both
 * </pre>
 */
public final class LiveRanking implements Ranking {

    private static final String NO_MEMBER = "";
    private static final String PAGE = "page";
    private static final String STANDINGS = "standings";
    private static final String ABOVE = "above";

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> READS = EditionScripts.readingTogether(PAGE, STANDINGS, ABOVE);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SHARES = EditionScripts.reading("shares", List.class);

    private static final RedisScript<Long> COUNT = EditionScripts.reading("count", Long.class);

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
                new SharedReads(Batches.ofReads(edition), questions -> scripts.readTogether(READS, shown, questions));
    }

    /** Who asks for the same page at the same moment shares it; only the standing is each one's own. */
    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return page(stretch(null, "from", Long.toString(offset), size), me);
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        var question = stretch(member, "around", "", radius);
        return member.equals(me) ? page(question) : page(question, me);
    }

    private Page page(Question question, @Nullable String me) {
        var questions = new ArrayList<>(List.of(question));
        if (me != null) {
            questions.add(standing(me));
        }
        var answers = reads.ask(questions);
        var page = answers.getFirst().as(this::page);
        return new Page(
                page.total(),
                page.entries(),
                me == null ? null : answers.getLast().as(this::page).mine(),
                page.degraded());
    }

    /** Neighbours compared with yesterday would take longer than all else. */
    @Override
    public Page above(String member) {
        var question = new Question(ABOVE, List.of(edition.written(member)));
        return reads.ask(List.of(question)).getFirst().as(this::above);
    }

    private Page above(List<?> reply) {
        var above = entries.standing(reply.get(3));
        return new Page(
                (Long) reply.get(1),
                above == null ? List.of() : List.of(above),
                entries.standing(reply.get(2)),
                degraded(reply));
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, edition.packing().maxScore());
        var values = edition.packing().between(possible, possible);
        // After those who have the score, or before them if the last to reach it comes first.
        return page(stretch(
                me, "before", edition.packing().ties() == Ties.LAST ? "(" + values.best() : values.worst(), radius));
    }

    @Override
    public @Nullable Entry of(String member) {
        return page(standing(member)).mine();
    }

    /** A page without entries: the standing on it has no former rank, which would take longer than all else. */
    private Question standing(String member) {
        return stretch(member, "from", "0", 0);
    }

    private Question stretch(@Nullable String me, String how, String first, int count) {
        return new Question(
                PAGE, List.of(me == null ? NO_MEMBER : edition.written(me), how, first, Integer.toString(count)));
    }

    private Page page(Question question) {
        return reads.ask(List.of(question)).getFirst().as(this::page);
    }

    private Page page(List<?> reply) {
        return new Page(
                (Long) reply.get(1),
                entries.stretch((Long) reply.get(3), reply.get(4)),
                entries.standing(reply.get(2)),
                degraded(reply));
    }

    /** Some members, those of them who are ranked, by rank. */
    private record Ranked(long total, List<Entry> entries, boolean degraded) {

        @Nullable
        Entry mine(@Nullable String me) {
            return entries.stream()
                    .filter(entry -> entry.member().equals(me))
                    .findFirst()
                    .orElse(null);
        }
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        var asked = new LinkedHashSet<>(members);
        if (me != null) {
            asked.add(me);
        }
        var ranked = reads.ask(List.of(standings(asked))).getFirst().as(this::ranked);
        return new Page(
                ranked.total(),
                ranked.entries().stream()
                        .filter(entry -> members.contains(entry.member()))
                        .toList(),
                ranked.mine(me),
                ranked.degraded());
    }

    private Question standings(Collection<String> members) {
        return new Question(STANDINGS, members.stream().map(edition::written).toList());
    }

    private Ranked ranked(List<?> reply) {
        return new Ranked(
                (Long) reply.get(1),
                ((List<?>) reply.get(2))
                        .stream()
                                .map(standing -> (List<?>) standing)
                                .filter(standing -> !standing.isEmpty())
                                .sorted(Comparator.comparing(standing -> (Long) standing.getFirst()))
                                .map(entries::standing)
                                .filter(Objects::nonNull)
                                .toList(),
                degraded(reply));
    }

    private static boolean degraded(List<?> reply) {
        return (Long) reply.getFirst() == 0;
    }

    @Override
    public List<Share> percentiles(List<Integer> percents) {
        var reply = scripts.read(
                SHARES,
                keys.shown(),
                percents.stream().map(percent -> Integer.toString(percent)).toList());
        var shares = new ArrayList<Share>(percents.size());
        for (int i = 0; i < percents.size(); i++) {
            shares.add(
                    reply.isEmpty()
                            ? new Share(percents.get(i), null, null)
                            : new Share(percents.get(i), entries.score(reply.get(2 * i + 1)), (Long) reply.get(2 * i)));
        }
        return shares;
    }

    @Override
    public long count(long min, long max) {
        long least = Math.max(min, 0);
        long greatest = Math.min(max, edition.packing().maxScore());
        if (least > greatest) {
            return 0;
        }
        var values = edition.packing().between(least, greatest);
        return scripts.read(COUNT, keys.shown(), List.of(values.worst(), values.best()));
    }
}
