package io.streakboard.leaderboard.scores;

import static java.util.stream.Collectors.groupingBy;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.editions.StoredEdition;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A sliding board by lists of what was taken: every window is counted anew from them. Any other board is one of a single
 * day.
 */
final class SlidingModel {

    private static final String OVER_ALL = "";

    record Taken(String member, LocalDate day, long value, Instant at) {}

    /** What was taken since a reset, and the first window that shows it. */
    private record Generation(LocalDate first, List<Taken> taken) {}

    private final BoardRule board;
    private final Map<String, List<Generation>> partitions = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();

    SlidingModel(BoardRule board) {
        this.board = board;
    }

    Set<String> partitions() {
        return partitions.keySet();
    }

    /** False if a window would get a score that cannot be. */
    boolean take(@Nullable String partition, Taken taken) {
        var all = new ArrayList<List<Taken>>();
        all.add(newest(OVER_ALL));
        if (partition != null) {
            all.add(newest(partition));
        }
        if (board.operator() == BoardRule.Operator.SUM && all.stream().anyMatch(list -> isOutOfRange(list, taken))) {
            return false;
        }
        all.forEach(list -> list.add(taken));
        return true;
    }

    private boolean isOutOfRange(List<Taken> list, Taken taken) {
        return taken.day().datesUntil(taken.day().plusDays(days())).anyMatch(last -> {
            long sum = taken.value()
                    + in(list, last).stream()
                            .filter(each -> each.member().equals(taken.member()))
                            .mapToLong(Taken::value)
                            .sum();
            return sum < 0 || sum > board.maxScore();
        });
    }

    private List<Taken> newest(String partition) {
        return partitions
                .computeIfAbsent(
                        partition, name -> new ArrayList<>(List.of(new Generation(LocalDate.MIN, new ArrayList<>()))))
                .getLast()
                .taken();
    }

    private List<Taken> in(List<Taken> list, LocalDate last) {
        var first = last.minusDays(days() - 1);
        return list.stream()
                .filter(taken -> !taken.day().isBefore(first) && !taken.day().isAfter(last))
                .toList();
    }

    private int days() {
        return Math.max(1, board.days());
    }

    void hide(String member) {
        hidden.add(member);
    }

    void show(String member) {
        hidden.remove(member);
    }

    void rename(String member, String to) {
        if (hidden.remove(member)) {
            hidden.add(to);
        }
        merge(member, to);
    }

    void merge(String member, String into) {
        partitions.values().stream()
                .flatMap(List::stream)
                .forEach(generation -> generation.taken().replaceAll(named(member, into)));
    }

    private static UnaryOperator<Taken> named(String member, String other) {
        return taken ->
                taken.member().equals(member) ? new Taken(other, taken.day(), taken.value(), taken.at()) : taken;
    }

    void remove(String partition, LocalDate last, String member) {
        var generations = generations(partition);
        var of = of(generations, last);
        if (partition.equals(OVER_ALL) && of == generations.getLast()) {
            partitions.values().forEach(each -> remove(each.getLast(), last, member));
        }
        boolean any = remove(of, last, member);
        if (any && !partition.equals(OVER_ALL) && of == generations.getLast()) {
            var overAll = newest(OVER_ALL);
            overAll.removeIf(taken -> taken.member().equals(member));
            partitions.forEach((name, each) -> {
                if (!name.equals(OVER_ALL)) {
                    each.getLast().taken().stream()
                            .filter(taken -> taken.member().equals(member))
                            .forEach(overAll::add);
                }
            });
        }
    }

    private static boolean remove(Generation generation, LocalDate last, String member) {
        return generation
                .taken()
                .removeIf(taken -> taken.member().equals(member) && !taken.day().isAfter(last));
    }

    void reset(String partition, LocalDate today) {
        (partition.equals(OVER_ALL) ? partitions.keySet() : Set.of(partition))
                .forEach(name -> generations(name).add(new Generation(today, new ArrayList<>())));
    }

    boolean isKnown(String member) {
        return hidden.contains(member)
                || partitions.values().stream()
                        .flatMap(List::stream)
                        .flatMap(generation -> generation.taken().stream())
                        .anyMatch(taken -> taken.member().equals(member));
    }

    private List<Generation> generations(String partition) {
        return Objects.requireNonNull(partitions.get(partition));
    }

    private static Generation of(List<Generation> generations, LocalDate last) {
        return generations.stream()
                .filter(generation -> !generation.first().isAfter(last))
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    /** The score of a member in a window, by what was taken since the last reset; null if there is none. */
    @Nullable
    Long score(String partition, LocalDate last, String member) {
        return scores(newest(partition), last).stream()
                .filter(score -> score.member().equals(member))
                .map(Score::score)
                .findFirst()
                .orElse(null);
    }

    RankingModel ranking(String partition, LocalDate last, StoredEdition edition) {
        var ranking = new RankingModel(board, edition.edition());
        scores(of(generations(partition), last).taken(), last).stream()
                .filter(score -> !hidden.contains(score.member()))
                .forEach(ranking::take);
        return ranking;
    }

    private List<Score> scores(List<Taken> taken, LocalDate last) {
        return in(taken, last).stream().collect(groupingBy(Taken::member)).entrySet().stream()
                .map(member -> score(member.getKey(), member.getValue()))
                .toList();
    }

    private Score score(String member, List<Taken> all) {
        var byTime = Comparator.comparing(Taken::at);
        var decisive = switch (board.operator()) {
            case SUM, LATEST ->
                all.stream()
                        .max(byTime.thenComparing(
                                Taken::value,
                                (one, other) -> board.better(one, other) ? 1 : one.equals(other) ? 0 : -1))
                        .orElseThrow();
            case BEST ->
                all.stream()
                        .min(
                                board.order() == BoardRule.Order.DESCENDING
                                        ? Comparator.comparingLong(Taken::value)
                                                .reversed()
                                                .thenComparing(byTime)
                                        : Comparator.comparingLong(Taken::value).thenComparing(byTime))
                        .orElseThrow();
        };
        long score = board.operator() == BoardRule.Operator.SUM
                ? all.stream().mapToLong(Taken::value).sum()
                : decisive.value();
        return new Score(member, score, decisive.at(), 0, null);
    }
}
