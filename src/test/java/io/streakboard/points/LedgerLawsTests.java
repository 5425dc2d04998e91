package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.ledger.LedgerEntry;
import io.streakboard.points.ledger.Posting;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.jspecify.annotations.Nullable;

/** What holds whatever learners do, admins adjust and seasons close, checked with an accountant who has no database. */
class LedgerLawsTests {

    private static final Violation SEALED = ViolationCode.SEASON_CLOSED.of(null, "before", "after");
    private static final YearMonth CURRENT = YearMonth.of(2099, 1);
    private static final Instant NOW = Instant.parse("2099-01-15T00:00:00Z");

    @Property(tries = 500)
    void eachActivityIsPaidOnceUpToTheCapOfItsDay(@ForAll("deeds") Deeds deeds, @ForAll Random random) {
        var accountant = new Accountant(deeds);

        deeds.delivered(random).forEach(accountant::post);

        accountant.assertBalanced();
        assertThat(accountant.paid()).isEqualTo(deeds.worth());
    }

    @Property(tries = 500)
    void lateClaimsArePaidTheSameWhateverSeasonIsCurrent(@ForAll("deeds") Deeds deeds, @ForAll Random random) {
        var accountant = new Accountant(deeds);

        for (var batch : deeds.delivered(random)) {
            if (random.nextInt(3) == 0) {
                accountant.seal(YearMonth.from(deeds.day(batch.getFirst().occurredAt())));
            }
            accountant.current = CURRENT.plusMonths(random.nextInt(2));
            accountant.post(batch);
        }

        accountant.assertBalanced();
        assertThat(accountant.paid()).isEqualTo(deeds.worth());
    }

    /** Each claim by the points and the cap of its own time: a bonus begins or ends, or the rules change within a day. */
    @Property(tries = 500)
    void capsThatChangeWithinADayHoldForTheClaimsOfTheirTime(@ForAll("deeds") Deeds deeds, @ForAll Random random) {
        var changing = new Deeds(
                deeds.zone(),
                deeds.claims().stream()
                        .map(claim -> claim.occurredAt().toEpochMilli() / 1_800_000 % 2 == 0 ? claim : doubled(claim))
                        .toList());
        var accountant = new Accountant(changing);
        var used = new HashMap<DayOfType, Long>();
        var expected = new HashMap<PostingKey, Integer>();

        for (var batch : changing.delivered(random)) {
            for (var claim : batch) {
                var posting = accountant.posting(claim);
                if (!expected.containsKey(posting.key())) {
                    long before = used.getOrDefault(posting.dayOfType(), 0L);
                    int paid = claim.dailyCap() == null
                            ? claim.points()
                            : (int) Math.clamp(claim.dailyCap() - before, 0, claim.points());
                    expected.put(posting.key(), paid);
                    used.merge(posting.dayOfType(), (long) paid, Long::sum);
                }
            }
            accountant.post(batch);
        }

        accountant.assertBalanced();
        assertThat(accountant.entries())
                .allSatisfy(entry -> assertThat(entry.points())
                        .isEqualTo(expected.get(entry.posting().key())))
                .allSatisfy(entry -> assertThat(entry.bonus() == null)
                        .isEqualTo(entry.occurredAt().toEpochMilli() / 1_800_000 % 2 == 0));
        accountant
                .paid()
                .forEach((day, points) -> assertThat(changing.claims().stream()
                                .filter(claim ->
                                        accountant.posting(claim).dayOfType().equals(day))
                                .mapToLong(claim -> claim.dailyCap() == null ? Long.MAX_VALUE : claim.dailyCap())
                                .max())
                        .satisfies(greatest -> assertThat(points).isLessThanOrEqualTo(greatest.orElseThrow())));
    }

    private static Claim doubled(Claim claim) {
        return new Claim(
                        claim.learner(),
                        claim.type(),
                        claim.sourceId(),
                        claim.occurredAt(),
                        2 * claim.points(),
                        claim.dailyCap() == null ? null : (Integer) (2 * claim.dailyCap()))
                .withBonus("double", "Double week", 200);
    }

    @Property(tries = 500)
    void totalsAreNeverNegativeAndBoardsFindTheLatestOfThemInAnyOrder(
            @ForAll("deeds") Deeds deeds, @ForAll Random random) {
        var accountant = new Accountant(deeds);

        for (var batch : deeds.delivered(random)) {
            accountant.post(batch);
            accountant.adjust(batch.getFirst(), random.nextInt(-60, 40));
        }

        accountant.assertBalanced();
        assertThat(accountant.totals())
                .allSatisfy(total -> assertThat(total.points()).isNotNegative());
        assertThat(board(accountant.awards, random)).isEqualTo(board(accountant.awards, null));
    }

    /** The board that results from awards one after the other, or in any order by the rule of {@code changes.lua}. */
    private static Map<Tuple2<Long, Long>, Long> board(List<Award> awards, @Nullable Random random) {
        var latest = new HashMap<Tuple2<Long, Long>, Award>();
        var order = new ArrayList<>(awards);
        if (random != null) {
            order.addAll(awards.subList(0, awards.size() / 2));
            Collections.shuffle(order, random);
        }
        for (var award : order) {
            latest.merge(Tuple.of(award.seasonId(), award.learner()), award, (old, next) -> {
                boolean newer = next.corrections() > old.corrections()
                        || next.corrections() == old.corrections() && next.total() > old.total();
                return random == null || newer ? next : old;
            });
        }
        return latest.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().total()));
    }

    @Provide
    Arbitrary<Deeds> deeds() {
        // Where clocks change at midnight, at other hours, not at all; about those changes, month's and year's ends.
        return Arbitraries.of(
                        Tuple.of("America/Santiago", "2024-09-08", "2024-04-07"),
                        Tuple.of("Africa/Cairo", "2024-04-26", "2024-11-01"),
                        Tuple.of("Europe/Berlin", "2024-03-31", "2024-10-27"),
                        Tuple.of("Asia/Shanghai", "2024-03-01", "2024-05-01"),
                        Tuple.of("UTC", "2024-02-29", "2024-12-31"))
                .flatMap(place -> Deeds.around(
                        ZoneId.of(place.get1()),
                        Stream.of(place.get2(), place.get3(), "2024-03-01", "2025-01-01")
                                .map(LocalDate::parse)
                                .toList()));
    }

    /** Keeps ledgers and totals in memory, and calls {@link Bookkeeping} as {@link PointsLedger} does. */
    private static final class Accountant {

        private final Deeds deeds;
        private final Map<YearMonth, List<LedgerEntry>> ledgers = new TreeMap<>();
        private final Map<YearMonth, Map<Long, Total>> totals = new TreeMap<>();
        private final Set<YearMonth> sealed = new HashSet<>();
        private final List<Award> awards = new ArrayList<>();
        private YearMonth current = CURRENT;

        Accountant(Deeds deeds) {
            this.deeds = deeds;
        }

        void seal(YearMonth season) {
            sealed.add(season);
        }

        void post(List<Claim> batch) {
            batch.stream()
                    .map(this::posting)
                    .collect(groupingBy(posting -> YearMonth.from(posting.day())))
                    .forEach((month, postings) -> {
                        boolean late = sealed.contains(month);
                        var books = open(late ? current : month);
                        postings.forEach(posting -> books.book(posting, late ? SEALED : null));
                        close(late ? current : month, books);
                    });
        }

        void adjust(Claim claim, int points) {
            var month = YearMonth.from(deeds.day(claim.occurredAt()));
            var books = open(month);
            var request = new Claim(
                    claim.learner(), Claim.ADJUSTMENT, "request-" + entries().count(), claim.occurredAt(), points);
            books.adjust(posting(request), "because");
            close(month, books);
        }

        private Posting posting(Claim claim) {
            var day = deeds.day(claim.occurredAt());
            return claim.posting(day, id(YearMonth.from(day)));
        }

        private Bookkeeping open(YearMonth season) {
            return new Bookkeeping(
                    id(season),
                    NOW,
                    NOW.plus(Duration.ofHours(1)),
                    totals.getOrDefault(season, Map.of()),
                    entries().map(entry -> entry.posting().key()).collect(Collectors.toSet()),
                    paid());
        }

        private void close(YearMonth season, Bookkeeping books) {
            ledgers.computeIfAbsent(season, each -> new ArrayList<>()).addAll(books.entries());
            books.changedTotals()
                    .forEach(total -> totals.computeIfAbsent(season, each -> new HashMap<>())
                            .put(total.learner(), total));
            awards.addAll(books.awards());
        }

        private static long id(YearMonth season) {
            return season.getYear() * 12L + season.getMonthValue();
        }

        private Stream<LedgerEntry> entries() {
            return ledgers.values().stream().flatMap(List::stream);
        }

        Map<DayOfType, Long> paid() {
            return entries()
                    .filter(entry -> !entry.type().equals(Claim.ADJUSTMENT))
                    .collect(groupingBy(entry -> entry.posting().dayOfType(), summingLong(LedgerEntry::points)));
        }

        Collection<Total> totals() {
            return totals.values().stream()
                    .flatMap(season -> season.values().stream())
                    .toList();
        }

        void assertBalanced() {
            var keys = entries().map(entry -> entry.posting().key()).toList();
            assertThat(keys).doesNotHaveDuplicates();
            assertThat(keys)
                    .containsAll(deeds.claims().stream()
                            .map(claim -> posting(claim).key())
                            .toList());
            ledgers.forEach((season, rows) -> rows.stream()
                    .collect(groupingBy(LedgerEntry::learner))
                    .forEach((learner, own) -> assertThat(total(season, learner))
                            .isEqualTo(
                                    own.stream().mapToLong(LedgerEntry::points).sum())));
        }

        private long total(YearMonth season, long learner) {
            var total = totals.getOrDefault(season, Map.of()).get(learner);
            return total == null ? 0 : total.points();
        }
    }
}
