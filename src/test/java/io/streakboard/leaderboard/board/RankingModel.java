package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.Ranking.ScoreAtPercent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The expected content of a ranking, by sorting a list: no bits, no Redis. */
public final class RankingModel {

    private final BoardRule rule;
    private final Edition edition;
    private final Map<String, Score> newest = new HashMap<>();
    private final Comparator<Score> byPlace;

    public RankingModel(BoardRule rule, Edition edition) {
        this.rule = rule;
        this.edition = edition;
        var byScore = Comparator.comparingLong(Score::score);
        Comparator<Score> byTime =
                Comparator.comparing(score -> edition.board().toResolution(Objects.requireNonNull(score.reachedAt())));
        Comparator<Score> byMember = rule.members() == Members.LEARNER
                ? Comparator.comparing(Score::learner, edition.tiebreaker().order())
                : Comparator.comparing(Score::member).reversed();
        this.byPlace = (rule.order() == Order.DESCENDING ? byScore.reversed() : byScore)
                .thenComparing(
                        switch (rule.ties()) {
                            case FIRST -> byTime;
                            case LAST -> byTime.reversed();
                            case NONE -> (one, other) -> 0;
                        })
                .thenComparing(byMember);
    }

    /** Whether a state is newer than the present one: it has more corrections, or as many and a better place. */
    public void take(Score score) {
        var old = newest.get(score.member());
        if (old == null
                || score.corrections() > old.corrections()
                || score.corrections() == old.corrections() && isBetter(score, old)) {
            newest.put(score.member(), score);
        }
    }

    /** Whether a score has a better place than another one of the same member. */
    public boolean isBetter(Score score, Score other) {
        return score.reachedAt() != null && (other.reachedAt() == null || byPlace.compare(score, other) < 0);
    }

    public Collection<Score> all() {
        return newest.values();
    }

    /** By rank. */
    public List<Entry> entries() {
        var ranked = newest.values().stream()
                .filter(score -> score.reachedAt() != null)
                .sorted(byPlace)
                .limit(rule.keep() == 0 ? Long.MAX_VALUE : rule.keep())
                .toList();
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < ranked.size(); i++) {
            var score = ranked.get(i);
            entries.add(new Entry(
                    rank(entries, score.score()),
                    score.member(),
                    score.score(),
                    edition.board().toResolution(Objects.requireNonNull(score.reachedAt())),
                    score.extra(),
                    null));
        }
        return entries;
    }

    private long rank(List<Entry> above, long score) {
        if (above.isEmpty()) {
            return 1;
        }
        boolean same = above.getLast().score() == score;
        return switch (rule.ranks()) {
            case UNIQUE -> above.size() + 1;
            case STANDARD -> same ? above.getLast().rank() : above.size() + 1;
            case DENSE -> above.getLast().rank() + (same ? 0 : 1);
        };
    }

    public Map<String, Long> ranks() {
        return entries().stream().collect(toMap(Entry::member, Entry::rank));
    }

    public @Nullable Entry of(@Nullable String member) {
        return entries().stream()
                .filter(entry -> entry.member().equals(member))
                .findFirst()
                .orElse(null);
    }

    public Page page(long offset, int size, @Nullable String me) {
        return page(range(offset, offset + size), me);
    }

    public Page around(String member, int radius, @Nullable String me) {
        var entries = entries();
        int index = entries.stream().map(Entry::member).toList().indexOf(member);
        return page(index < 0 ? List.of() : range(index - radius, index + radius + 1), me);
    }

    public Page aroundScore(long score, int radius, @Nullable String me) {
        long place = entries().stream()
                .filter(entry ->
                        rule.better(entry.score(), score) || rule.ties() != Ties.LAST && entry.score() == score)
                .count();
        return page(range(place - radius, place + radius), me);
    }

    public Page among(Collection<String> members, @Nullable String me) {
        return page(
                entries().stream()
                        .filter(entry -> members.contains(entry.member()))
                        .toList(),
                me);
    }

    private Page page(List<Entry> entries, @Nullable String me) {
        return new Page(entries().size(), entries, of(me), false);
    }

    private List<Entry> range(long from, long to) {
        var entries = entries();
        return IntStream.range(0, entries.size())
                .filter(index -> index >= from && index < to)
                .mapToObj(entries::get)
                .toList();
    }

    public List<ScoreAtPercent> percentiles(List<BigDecimal> percents) {
        var entries = entries();
        Function<BigDecimal, ScoreAtPercent> share = percent -> {
            if (entries.isEmpty()) {
                return new ScoreAtPercent(percent, null, null);
            }
            double within = Math.ceil(entries.size() * percent.doubleValue() / 100 - 1e-9);
            var last = entries.get((int) Math.max(within, 1) - 1);
            return new ScoreAtPercent(percent, last.score(), last.rank());
        };
        return percents.stream().map(share).toList();
    }

    public long count(long min, long max) {
        return entries().stream()
                .filter(entry -> entry.score() >= min && entry.score() <= max)
                .count();
    }
}
