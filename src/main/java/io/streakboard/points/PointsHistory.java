package io.streakboard.points;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.springframework.transaction.support.TransactionSynchronizationManager.isActualTransactionActive;

import io.streakboard.points.ledger.Entry;
import io.streakboard.points.ledger.LateTable;
import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.sharing.SharedTrips;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** What learners got points for, and what they got none for, read from the ledgers. */
@Service
public class PointsHistory {

    record Filter(
            @Nullable String type,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {

        Filter {
            check("from", from);
            check("to", to);
            if (from != null && to != null && to.isBefore(from)) {
                throw Problem.invalid("to", "must not be before from", "min", Map.of("value", from.toString()));
            }
        }

        private static void check(String field, @Nullable LocalDate day) {
            if (day != null && (day.getYear() < 0 || day.getYear() > 9999)) {
                throw Problem.invalid(field, "must have a year of four digits", "four-digit-year");
            }
        }
    }

    /** @param season the season whose ledger has it */
    record Found(Season season, Entry entry) {

        Place place() {
            return new Place(
                    season.startsAt(), new LedgerTable.Place(entry.occurredAt(), entry.type(), entry.sourceId()));
        }
    }

    /** Where an entry stands among all entries of its learner. */
    record Place(Instant seasonStart, LedgerTable.Place entry) {

        String cursor() {
            return Cursor.of(seasonStart, entry.occurredAt(), entry.type(), entry.sourceId());
        }

        static Place at(String cursor) {
            return Cursor.read(
                    cursor,
                    4,
                    fields -> new Place(
                            Utc.parse(fields.get(0)),
                            new LedgerTable.Place(Utc.parse(fields.get(1)), fields.get(2), fields.get(3))));
        }
    }

    /** The points of a day that a learner asks for. */
    private record OfDay(long season, LocalDate day, long learner) {

        OfDay allOfIt() {
            return new OfDay(season, day, 0);
        }
    }

    private static final int READERS_A_STATEMENT = 64;
    private static final int STATEMENTS_AT_ONCE = 1;

    /** A statement that hangs, as its connection is dead, holds up no others for longer. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final LedgerTable ledgers;
    private final SharedTrips<OfDay, Map<String, Integer>> days;
    private final LateTable late;
    private final Seasons seasons;
    private final BusinessTime time;

    PointsHistory(LedgerTable ledgers, LateTable late, Seasons seasons, BusinessTime time) {
        this.ledgers = ledgers;
        this.days = new SharedTrips<>(READERS_A_STATEMENT, STATEMENTS_AT_ONCE, PATIENCE, this::ofDays);
        this.late = late;
        this.seasons = seasons;
        this.time = time;
    }

    /**
     * The points that a learner has got today, by type. Who asks at the same moment shares a statement, but not one
     * within a transaction: that sees what was there when the transaction began, which is too old for others.
     */
    public Map<String, Integer> today(long learner) {
        var question = List.of(new OfDay(seasons.current().id(), time.today(), learner));
        return (isActualTransactionActive() ? ofDays(question) : days.ask(question)).getFirst();
    }

    /** One statement, but when a day or a season ends at this moment. */
    private List<Map<String, Integer>> ofDays(List<OfDay> questions) {
        var found = new HashMap<OfDay, Map<Long, Map<String, Integer>>>();
        questions.stream()
                .collect(groupingBy(OfDay::allOfIt, mapping(OfDay::learner, toList())))
                .forEach((day, learners) -> found.put(day, ledgers.ofDay(day.season(), learners, day.day())));
        return questions.stream()
                .map(question ->
                        requireNonNull(found.get(question.allOfIt())).getOrDefault(question.learner(), Map.of()))
                .toList();
    }

    /** How many activities came after a season was sealed; another season took them. */
    public long late(Season season) {
        return late.count(season.id());
    }

    /**
     * The learner's ledger rows, newest first: by season, and by time within each season. Expired seasons have none.
     */
    List<Found> page(long learner, Filter filter, @Nullable Place after, int limit) {
        var page = new ArrayList<Found>();
        for (var season : seasons.newestFirst()) {
            if (page.size() == limit || isBefore(filter.from(), season)) {
                break;
            }
            if (!season.expired() && (after == null || !season.startsAt().isAfter(after.seasonStart()))) {
                var within = after != null && season.startsAt().equals(after.seasonStart()) ? after.entry() : null;
                var query = new LedgerTable.Query(
                        learner, filter.type(), filter.from(), filter.to(), within, limit - page.size());
                ledgers.newestFirst(season.id(), query).forEach(entry -> page.add(new Found(season, entry)));
            }
        }
        return page;
    }

    /** A season that ended before a day has no entry of that day: late entries go to later seasons. */
    private boolean isBefore(@Nullable LocalDate from, Season season) {
        return from != null && !season.endsAt().isAfter(time.startOf(from));
    }
}
