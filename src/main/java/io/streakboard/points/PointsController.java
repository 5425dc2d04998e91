package io.streakboard.points;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.points.PointsHistory.SeasonEntry;
import io.streakboard.points.ledger.LedgerTable.EntryFilter;
import io.streakboard.points.ledger.LedgerTable.EntryPosition;
import io.streakboard.points.ledger.PaidBonus;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.CursorPage;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import io.streakboard.web.Violation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner's own ledger. */
@RestController
@ForLearners
class PointsController {

    /**
     * @param points the points paid; negative for a deduction
     * @param title of the source, as the platform says it
     * @param reason why it was not paid in full, in English, or the text of an admin
     * @param reasons the same for programs
     * @param bonus the title of the bonus in the points
     * @param bonusPercent of the usual points
     */
    record PointsRecord(
            String type,
            int points,
            String sourceId,
            @Nullable String title,
            Instant occurredAt,
            String season,
            Outcome outcome,
            @Nullable String reason,
            List<Violation> reasons,
            @Nullable String bonus,
            @Nullable Integer bonusPercent) {

        static PointsRecord of(SeasonEntry found) {
            return of(found, PaidBonus::title);
        }

        private static PointsRecord of(SeasonEntry found, Function<PaidBonus, String> title) {
            var entry = found.entry();
            var bonus = entry.bonus();
            return new PointsRecord(
                    entry.type(),
                    entry.points(),
                    entry.sourceId(),
                    found.title(),
                    entry.occurredAt(),
                    found.season().name(),
                    Outcome.valueOf(entry.outcome()),
                    Violation.text(entry.reasons()),
                    entry.reasons(),
                    bonus == null ? null : title.apply(bonus),
                    bonus == null ? null : (Integer) bonus.percent());
        }
    }

    /** @param next the cursor of the next page; null on the last */
    record RecordsPage(List<PointsRecord> items, @Nullable String next) {}

    /**
     * @param points the sum of the day, deductions too; days with 0 are left out
     * @param level 0 if it is negative; else 1 to 4, the quarter that the day is in among the days with points: 1 + 4 *
     *     days with fewer points / days with points, rounded down
     */
    record PointsOfDay(LocalDate day, long points, int level) {

        static List<PointsOfDay> of(SortedMap<LocalDate, Long> days) {
            var positive = days.values().stream()
                    .mapToLong(points -> points)
                    .filter(points -> points > 0)
                    .sorted()
                    .toArray();
            return days.entrySet().stream()
                    .filter(day -> day.getValue() != 0)
                    .map(day -> new PointsOfDay(day.getKey(), day.getValue(), level(day.getValue(), positive)))
                    .toList();
        }

        private static int level(long points, long[] positive) {
            if (points < 0) {
                return 0;
            }
            long fewer = Arrays.stream(positive).filter(other -> other < points).count();
            return (int) (1 + 4 * fewer / positive.length);
        }
    }

    /** @param keptSince the first of these days from which all ledgers are kept; after {@code to} if there is none */
    record PointsDays(LocalDate from, LocalDate to, LocalDate keptSince, long total, List<PointsOfDay> items) {}

    private static final int MOST_DAYS = 366;

    private final PointsHistory history;
    private final BonusTitles bonuses;
    private final BusinessTime time;

    PointsController(PointsHistory history, BonusTitles bonuses, BusinessTime time) {
        this.history = history;
        this.bonuses = bonuses;
        this.time = time;
    }

    /**
     * The points of the learner by day. For a map of colours; days without points are left out. From the ledgers, as far
     * as they have not expired.
     *
     * @param from the first day; a year before the last if absent
     * @param to the last day, at most 366 days in all; today if absent
     */
    @GetMapping({"/api/points/days", "/api/learners/{learner}/points/days"})
    PointsDays days(
            CurrentLearner learner,
            @RequestParam(required = false) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to) {
        var last = to == null ? time.today() : to;
        var first = from == null ? last.minusDays(MOST_DAYS - 2) : from;
        var latest = first.plusDays(MOST_DAYS - 1);
        if (last.isAfter(latest)) {
            var earliest = last.minusDays(MOST_DAYS - 1);
            throw to == null
                    ? Problem.invalid(
                            "from", "must not be before " + earliest, "min", Map.of("value", earliest.toString()))
                    : Problem.invalid("to", "must not be after " + latest, "max", Map.of("value", latest.toString()));
        }
        var days = history.byDay(learner.id(), first, last);
        return new PointsDays(
                first,
                last,
                history.keptSince(first, last),
                days.values().stream().mapToLong(points -> points).sum(),
                PointsOfDay.of(days));
    }

    /**
     * The ledger of the learner, newest first. Has paid and refused entries, with the reasons.
     *
     * @param from the first day
     * @param to the last day
     */
    @GetMapping({"/api/points/records", "/api/learners/{learner}/points/records"})
    RecordsPage records(
            CurrentLearner learner,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        var found = history.page(
                learner.id(),
                new EntryFilter(Text.filled(type), from, to),
                cursor == null || cursor.isEmpty() ? null : EntryPosition.at(cursor),
                limit + 1);
        var page = CursorPage.of(found, limit, last -> last.position().cursor());
        return new RecordsPage(page.map(this::shown), page.next());
    }

    private PointsRecord shown(SeasonEntry found) {
        return PointsRecord.of(found, bonus -> bonuses.shown(bonus.name(), bonus.title()));
    }
}
