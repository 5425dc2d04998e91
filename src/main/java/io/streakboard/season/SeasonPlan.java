package io.streakboard.season;

import static java.util.stream.Collectors.toSet;

import io.streakboard.season.SeasonTable.PlannedSeason;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Plans the seasons: seasons set by admins, and calendar months for the rest. Seasons never overlap, because only one
 * transaction at a time can plan.
 */
@Component
class SeasonPlan {

    private static final Pattern MONTH = Pattern.compile("[0-9]{4,}-[0-9]{2}(-[0-9]+)?");
    private static final Duration LONGEST = Duration.ofDays(367); // a leap year with changes of clocks

    /** A season that begins sooner than this is not changed: instances may have it in memory, and clocks differ. */
    private static final Duration SOON = Duration.ofHours(1);

    private final SeasonTable table;
    private final SeasonProperties properties;
    private final BusinessTime time;

    SeasonPlan(SeasonTable table, SeasonProperties properties, BusinessTime time) {
        this.table = table;
        this.properties = properties;
        this.time = time;
    }

    TimeSpan span(YearMonth month) {
        return new TimeSpan(
                time.startOf(month.atDay(1)), time.startOf(month.plusMonths(1).atDay(1)));
    }

    /** Whether any part of a month lacks a ready season. */
    boolean isFree(YearMonth month, List<Season> seasons) {
        return !span(month)
                .without(seasons.stream()
                        .map(season -> new TimeSpan(season.startsAt(), season.endsAt()))
                        .toList())
                .isEmpty();
    }

    /**
     * Plans seasons for the free parts of a month; no past ones while too many are not settled. Returns the month's
     * seasons whose tables have to be made.
     */
    @Transactional
    public List<Long> month(YearMonth month) {
        table.holdPlan();
        var entries = table.entries();
        if (hasRoom(month, entries)) {
            planFree(month, entries, false);
        }
        return table.entries().stream()
                .filter(entry -> entry.isPlanned() && entry.span().overlaps(span(month)))
                .map(PlannedSeason::id)
                .toList();
    }

    /** Plans seasons for the free parts of months that an owner will hold, however many are not settled. */
    @Transactional
    public void held(Set<YearMonth> months) {
        table.holdPlan();
        var entries = table.entries();
        months.stream().sorted().forEach(month -> planFree(month, entries, true));
    }

    private void planFree(YearMonth month, List<PlannedSeason> entries, boolean imported) {
        span(month)
                .without(entries.stream().map(PlannedSeason::span).toList())
                .forEach(span -> plan(month.toString(), span, imported));
    }

    /** Whether a post may open a month: not if it is over and as many past seasons of posts as allowed are unsettled. */
    boolean hasRoom(YearMonth month, List<PlannedSeason> entries) {
        return !isOver(span(month))
                || entries.stream()
                                .filter(entry -> isOver(entry.span()) && !entry.isSettled() && !entry.imported())
                                .count()
                        < properties.maxOpenPastSeasons();
    }

    /** The past seasons of imports with tables that are not settled. */
    List<PlannedSeason> openOfImports(List<PlannedSeason> entries) {
        return entries.stream()
                .filter(entry -> isOver(entry.span()) && entry.imported() && !entry.isPlanned() && !entry.isSettled())
                .toList();
    }

    boolean isOver(TimeSpan span) {
        return !span.end().isAfter(time.now());
    }

    /** All seasons that overlap these months, planned ones included. */
    Set<Long> seasonsOf(Set<YearMonth> months) {
        var spans = months.stream().map(this::span).toList();
        return table.entries().stream()
                .filter(entry -> spans.stream().anyMatch(entry.span()::overlaps))
                .map(PlannedSeason::id)
                .collect(toSet());
    }

    /**
     * Plans a season set by an admin; a repeated call changes nothing. Months that have not begun make room for it.
     *
     * @throws SeasonNotAllowed if it breaks a rule
     */
    @Transactional
    public long custom(String name, TimeSpan span) {
        table.holdPlan();
        var entries = table.entries();
        boolean known = entries.stream()
                .anyMatch(entry -> entry.name().equals(name) && entry.span().equals(span));
        if (!known) {
            check(name, span, entries);
            entries.stream().filter(entry -> entry.span().overlaps(span)).forEach(month -> makeRoom(month, span));
        }
        return table.plan(name, span, false, time.now());
    }

    /**
     * Renames a season that has not begun.
     *
     * @throws SeasonNotAllowed if it has begun, or if the name is taken
     */
    @Transactional
    public void rename(long id, String name) {
        table.holdPlan();
        var entries = table.entries();
        var entry = toCome(id, entries);
        if (!entry.name().equals(name)) {
            checkName(name, entries);
            table.rename(id, name);
        }
    }

    /**
     * Takes back a season set by an admin that has not begun. Months that made room for it get their time back, unless
     * they have begun.
     *
     * @return the seasons whose tables have to be made
     * @throws SeasonNotAllowed if it has begun, or is a month
     */
    @Transactional
    public List<Long> withdraw(long id) {
        table.holdPlan();
        var entry = toCome(id, table.entries());
        if (MONTH.matcher(entry.name()).matches()) {
            throw SeasonNotAllowed.because(
                    "month", "A month would come back by itself", Map.of("season", entry.name()));
        }
        table.withdraw(id);
        var first = time.monthOf(entry.span().start());
        return Stream.iterate(
                        first,
                        month -> span(month).start().isBefore(entry.span().end()),
                        month -> month.plusMonths(1))
                .flatMap(month -> putBack(month).stream())
                .toList();
    }

    /** Plans a month anew if only parts of it are left. */
    private List<Long> putBack(YearMonth month) {
        var parts = table.entries().stream()
                .filter(entry -> entry.span().overlaps(span(month)) && makesRoom(entry))
                .toList();
        parts.forEach(part -> table.withdraw(part.id()));
        return parts.isEmpty() ? List.of() : month(month);
    }

    private PlannedSeason toCome(long id, List<PlannedSeason> entries) {
        var entry = entries.stream()
                .filter(each -> each.id() == id)
                .findFirst()
                .orElseThrow(() -> SeasonNotFound.named(Long.toString(id)));
        if (!isAhead(entry)) {
            throw SeasonNotAllowed.because(
                    "begun",
                    "Season '" + entry.name() + "' has begun, or begins within the hour",
                    Map.of("season", entry.name()));
        }
        return entry;
    }

    private static void checkName(String name, List<PlannedSeason> entries) {
        if (entries.stream().anyMatch(entry -> entry.name().equals(name))) {
            throw SeasonNotAllowed.because(
                    "name-taken", "There is a season '" + name + "' already", Map.of("name", name));
        }
    }

    private void check(String name, TimeSpan span, List<PlannedSeason> entries) {
        if (Duration.between(span.start(), span.end()).compareTo(LONGEST) > 0) {
            throw SeasonNotAllowed.because("too-long", "A season lasts a year at most", Map.of());
        }
        if (span.start().isBefore(span(properties.first()).start())) {
            throw SeasonNotAllowed.because(
                    "too-early", "No season starts before " + properties.first(), Map.of("first", properties.first()));
        }
        checkName(name, entries);
        entries.forEach(entry -> checkSpan(span, entry));
    }

    private void checkSpan(TimeSpan span, PlannedSeason entry) {
        var other = entry.span();
        if (entry.isSealed() && span.start().isBefore(other.end())) {
            throw SeasonNotAllowed.because(
                    "settled-past",
                    "It would start in the settled past: season '%s' is sealed until %s"
                            .formatted(entry.name(), other.end()),
                    Map.of("season", entry.name(), "until", other.end()));
        }
        if (other.overlaps(span) && !makesRoom(entry)) {
            throw SeasonNotAllowed.because(
                    "overlap",
                    "It would overlap season '%s', %s to %s".formatted(entry.name(), other.start(), other.end()),
                    Map.of("season", entry.name()));
        }
    }

    private boolean makesRoom(PlannedSeason entry) {
        return MONTH.matcher(entry.name()).matches() && isAhead(entry);
    }

    private boolean isAhead(PlannedSeason entry) {
        return entry.isToCome() && entry.span().start().isAfter(time.now().plus(SOON));
    }

    private void makeRoom(PlannedSeason month, TimeSpan span) {
        var left = month.span().without(List.of(span));
        if (left.isEmpty()) {
            table.withdraw(month.id());
        } else {
            table.cut(month.id(), left.getFirst());
            left.stream().skip(1).forEach(rest -> plan(month.name(), rest, month.imported()));
        }
    }

    /** Plans a whole month, or a part of it under a name that is still free. */
    private void plan(String month, TimeSpan span, boolean imported) {
        var names = table.entries().stream().map(PlannedSeason::name).toList();
        var name = month;
        for (int part = 2; names.contains(name); part++) {
            name = month + "-" + part;
        }
        table.plan(name, span, imported, time.now());
    }

    /** No season starts earlier. Instants far earlier have no month at all. */
    Instant firstStart() {
        return span(properties.first()).start();
    }
}
