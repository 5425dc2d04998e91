package io.streakboard.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.model.Books.Late;
import io.streakboard.model.Books.Place;
import io.streakboard.model.Books.Row;
import io.streakboard.model.Books.Season;
import io.streakboard.model.Books.Signed;
import io.streakboard.model.Books.SignedDay;
import io.streakboard.model.Books.Total;
import io.streakboard.model.Deed.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Books that agree with the model break no promise; each thing that is wrong in them does. */
class PromisesTests {

    private static final YearMonth APRIL = YearMonth.of(2026, 4);
    private static final LocalDate DAY = LocalDate.of(2026, 4, 10);
    private static final Instant NOON = Instant.parse("2026-04-10T12:00:00Z");
    private static final Instant MAY = Instant.parse("2026-05-20T12:00:00Z");
    private static final long HOME = 1;
    private static final long NEXT = 2;

    private final Oracle oracle = new Oracle(new Almanac(ZoneOffset.UTC, Duration.ofMinutes(10)));
    private final List<Row> ledger = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private final List<SignedDay> log = new ArrayList<>();
    private final Set<Signed> calendar = new HashSet<>();
    private final Map<Key, Integer> adjustments = new HashMap<>();
    private final Map<Long, List<Place>> boards = new HashMap<>();

    /** What the ledger says, with totals and boards to match unless a test has set a board. */
    private List<String> broken() {
        var totals = new HashMap<Long, List<Total>>();
        var shown = new HashMap<>(boards);
        for (long season : List.of(HOME, NEXT)) {
            var sums = new TreeMap<Long, Long>();
            ledger.stream()
                    .filter(row -> row.season() == season)
                    .forEach(row -> sums.merge(row.key().learner(), (long) row.points(), Long::sum));
            totals.put(
                    season,
                    sums.entrySet().stream()
                            .filter(sum -> sum.getValue() > 0)
                            .map(sum -> new Total(sum.getKey(), sum.getValue(), NOON))
                            .toList());
            shown.computeIfAbsent(season, each -> places(totals.getOrDefault(season, List.of())));
        }
        var home = shown.getOrDefault(HOME, List.of());
        long points = home.stream().mapToLong(Place::points).sum();
        var seasons = List.of(
                new Season(HOME, APRIL, "SETTLED", (long) home.size(), points),
                new Season(NEXT, APRIL.plusMonths(1), "OPEN", null, null));
        return Promises.broken(
                oracle, new Books(seasons, log, calendar, ledger, late, totals, shown, adjustments, 0, Map.of()));
    }

    private static List<Place> places(List<Total> totals) {
        var places = new ArrayList<Place>();
        totals.stream()
                .sorted((one, other) -> Long.compare(other.points(), one.points()))
                .forEach(total ->
                        places.add(new Place(places.size() + 1, total.learner(), total.points(), total.reachedAt())));
        return places;
    }

    private static Deed lesson(long learner, int number) {
        return new Deed(learner, "LESSON", "lesson-" + number, NOON);
    }

    private void paid(long season, Deed deed, int points, String outcome) {
        ledger.add(new Row(season, deed.key(), DAY, points, outcome));
        if (outcome.equals("LATE")) {
            late.add(new Late(deed.key(), HOME, season, points));
        }
    }

    private void told(Deed deed, Instant by, long season, int points, String outcome) {
        oracle.acknowledge(deed, by);
        paid(season, deed, points, outcome);
    }

    @Test
    void nothingIsBrokenWhereBooksAndModelAgree() {
        told(lesson(1, 1), NOON, HOME, 10, "AWARDED");
        told(lesson(2, 1), MAY, NEXT, 10, "LATE");
        oracle.signedIn(3, DAY, NOON);
        log.add(new SignedDay(new Signed(3, DAY), 20));
        calendar.add(new Signed(3, DAY));
        paid(HOME, new Deed(3, Deed.SIGN_IN, DAY.toString(), NOON), 20, "AWARDED");
        oracle.adjusted(1, "request-1", 5);
        adjustments.put(new Key(1, Deed.ADJUSTMENT, "request-1"), 5);
        paid(NEXT, new Deed(1, Deed.ADJUSTMENT, "request-1", MAY), 5, "ADJUSTED");

        assertThat(broken()).isEmpty();
    }

    @Test
    void anActivityThatNoLedgerHas() {
        oracle.acknowledge(lesson(1, 1), NOON);

        assertThat(broken()).anyMatch(each -> each.startsWith("every acknowledged activity is in a ledger"));
    }

    @Test
    void anActivityThatTwoLedgersHave() {
        told(lesson(1, 1), NOON, HOME, 10, "AWARDED");
        paid(NEXT, lesson(1, 1), 10, "LATE");

        assertThat(broken()).anyMatch(each -> each.startsWith("no activity is in two ledgers"));
    }

    @Test
    void anActivityThatWasNeverReported() {
        paid(HOME, lesson(1, 1), 10, "AWARDED");

        assertThat(broken()).singleElement().asString().startsWith("nothing is in a ledger that nobody did");
    }

    @Test
    void aSignInThatMayHaveBeenTakenMayBeOnRecord() {
        oracle.asked(3, DAY);
        assertThat(broken()).isEmpty();

        log.add(new SignedDay(new Signed(3, DAY), 10));
        calendar.add(new Signed(3, DAY));
        paid(HOME, new Deed(3, Deed.SIGN_IN, DAY.toString(), NOON), 10, "AWARDED");
        assertThat(broken()).isEmpty();
    }

    @Test
    void aSignInThatTheLogLacks() {
        oracle.signedIn(3, DAY, NOON);

        assertThat(broken()).anyMatch(each -> each.startsWith("acknowledged sign-ins are in sign_in_log"));
    }

    @Test
    void aCapThatLateActivitiesExceed() {
        for (int i = 1; i <= 5; i++) {
            told(lesson(1, i), NOON, HOME, 10, "AWARDED");
        }
        told(lesson(1, 6), MAY, NEXT, 10, "LATE");

        assertThat(broken()).singleElement().asString().contains("paid 60 for deeds worth 60 under a cap of 50");
    }

    @Test
    void anActivityThatIsLateThoughItWasKnownInTime() {
        told(lesson(1, 1), NOON, NEXT, 10, "LATE");

        assertThat(broken())
                .anyMatch(each -> each.startsWith("nothing is late that was known before its season was sealed"))
                .anyMatch(each -> each.startsWith("settled seasons have all that was known in time"));
    }

    @Test
    void aBoardThatMixesTwoLearnersUp() {
        told(lesson(1, 1), NOON, HOME, 10, "AWARDED");
        told(lesson(1, 2), NOON, HOME, 10, "AWARDED");
        told(lesson(2, 1), NOON, HOME, 10, "AWARDED");
        boards.put(HOME, List.of(new Place(1, 2, 20, NOON), new Place(2, 1, 10, NOON)));

        assertThat(broken()).singleElement().asString().startsWith("the board of 2026-04, SETTLED, shows the totals");
    }

    @Test
    void aDeletedLearnerWhoIsLeftInALedger() {
        told(lesson(1, 1), NOON, HOME, 10, "AWARDED");
        oracle.delete(1);

        assertThat(broken()).singleElement().asString().startsWith("deleted learners are gone");
    }
}
