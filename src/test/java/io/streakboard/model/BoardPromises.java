package io.streakboard.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.model.Books.Place;
import io.streakboard.model.Books.Row;
import io.streakboard.model.Books.Season;
import io.streakboard.model.Books.Total;
import java.util.Comparator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** For every season and learner: the ledger's sum is the total is what the board shows, in order and without a gap. */
record BoardPromises(Books books) {

    private static final Comparator<Place> IN_ORDER =
            Comparator.comparingLong(Place::points).reversed().thenComparing(Place::reachedAt);

    void check(Findings findings) {
        books.seasons().forEach(season -> check(season, findings));
    }

    private void check(Season season, Findings findings) {
        var name = season.month() + ", " + season.state() + ", ";
        var totals = books.totals().getOrDefault(season.id(), List.of());
        var board = books.boards().getOrDefault(season.id(), List.of());
        findings.expectSame("totals of " + name + "are the ledger's sums", sums(season), points(totals));
        findings.expectSame(
                "the board of " + name + "shows the totals",
                totals.stream().filter(total -> total.points() > 0).toList(),
                board.stream()
                        .filter(place -> !place.deleted())
                        .map(Place::total)
                        .toList());
        findings.expectSame(
                "ranks of " + name + "have no gap",
                LongStream.rangeClosed(1, board.size()).boxed().toList(),
                board.stream().map(Place::rank).toList());
        findings.expect(
                "places of " + name + "are in order",
                Stream.of(board)
                        .filter(places ->
                                !places.equals(places.stream().sorted(IN_ORDER).toList()))
                        .map(places -> "not by points and time"));
        findings.expect(
                "season " + name + "says what its board has",
                Stream.of(season)
                        .filter(Season::settled)
                        .filter(each -> !saysWhatIsOn(board, each))
                        .map(each -> each + ", its board " + board.size() + " learners"));
    }

    private Set<Entry<Long, Long>> sums(Season season) {
        return books.ledger().stream()
                .filter(row -> row.season() == season.id())
                .collect(groupingBy(row -> row.key().learner(), summingLong(Row::points)))
                .entrySet()
                .stream()
                .filter(sum -> sum.getValue() != 0)
                .collect(toSet());
    }

    private static Set<Entry<Long, Long>> points(List<Total> totals) {
        return totals.stream().collect(toMap(Total::learner, Total::points)).entrySet();
    }

    private static boolean saysWhatIsOn(List<Place> board, Season season) {
        return Objects.equals(season.learners(), (long) board.size())
                && Objects.equals(
                        season.points(), board.stream().mapToLong(Place::points).sum());
    }
}
