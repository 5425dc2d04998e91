package io.streakboard.season;

import static java.util.stream.Collectors.toSet;

import io.streakboard.season.SeasonTable.PlannedSeason;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps seasons open for an import or another owner that expects more activities: a held season is not sealed. A hold
 * outlives its instance. It ends when its owner releases it, when it lapses, or when an admin gives it up. Activities
 * that arrive after that may be late.
 */
@Service
public class SeasonHolds {

    private static final int PREPARED = 6;

    private final HoldTable table;
    private final SeasonTable seasons;
    private final SeasonPlan plan;
    private final SeasonOpener opener;
    private final BusinessTime time;

    SeasonHolds(HoldTable table, SeasonTable seasons, SeasonPlan plan, SeasonOpener opener, BusinessTime time) {
        this.table = table;
        this.seasons = seasons;
        this.plan = plan;
        this.opener = opener;
        this.time = time;
    }

    /**
     * Holds the seasons of given months. First plans missing seasons where allowed; they cannot be sealed before they
     * are held. Their tables are made when their first activity comes. A second call with the same owner changes reason
     * and time.
     *
     * @return the held seasons. The other seasons of these months are sealed, so their activities are late
     */
    @Transactional
    public Set<Long> hold(Set<YearMonth> months, String owner, String reason, @Nullable Instant until) {
        plan.held(months.stream().filter(opener::mayOpen).collect(toSet()));
        var held = seasons.holdUnsealed(plan.seasonsOf(months));
        table.place(held, new Hold(owner, reason, until, time.now()));
        return held;
    }

    /**
     * Begins to make the tables of the next planned seasons that an owner holds, a few at a time.
     *
     * @param most how many past seasons of all such owners may be open at once
     */
    public void prepare(String owner, int most) {
        var held = table.seasonsOf(owner);
        var entries = seasons.entries();
        int room = Math.max(0, most - plan.openOfImports(entries).size());
        opener.prepare(entries.stream()
                .filter(entry -> entry.isPlanned() && held.contains(entry.id()))
                .limit(Math.min(PREPARED, room))
                .map(PlannedSeason::id)
                .toList());
    }

    /**
     * The names of the seasons that have to be settled before the owner of a hold opens a past month, oldest first;
     * empty if it may be opened.
     *
     * @param most how many past seasons of all such owners may be open at once
     */
    public List<String> blocking(YearMonth month, int most) {
        var span = plan.span(month);
        var entries = seasons.entries();
        boolean hasTables = entries.stream()
                .noneMatch(entry -> entry.isPlanned() && entry.span().overlaps(span));
        return hasTables || !plan.isOver(span)
                ? List.of()
                : blocking(plan.openOfImports(entries), table.seasons(time.now()), most);
    }

    /** A held season does not block: its owner may be waiting as well. */
    static List<String> blocking(List<PlannedSeason> open, Set<Long> held, int most) {
        return open.size() < most
                ? List.of()
                : open.stream()
                        .filter(entry -> !held.contains(entry.id()))
                        .map(PlannedSeason::name)
                        .toList();
    }

    /** Renews all holds of an owner and returns the seasons still held. */
    @Transactional
    public Set<Long> renew(String owner, @Nullable Instant until) {
        table.renew(owner, until, time.now());
        return table.seasonsOf(owner);
    }

    /** Holds a season that is not sealed, until released. A second call with the same owner changes the reason. */
    @Transactional
    public void hold(long season, String owner, String reason) {
        table.place(seasons.holdUnsealed(Set.of(season)), new Hold(owner, reason, null, time.now()));
    }

    public void release(long season, String owner) {
        table.release(season, owner);
    }

    /** Releases all holds of an owner except in given months. */
    @Transactional
    public void releaseAllBut(Set<YearMonth> months, String owner) {
        var kept = plan.seasonsOf(months);
        table.seasonsOf(owner).stream()
                .filter(season -> !kept.contains(season))
                .forEach(season -> table.release(season, owner));
    }

    /** Releases all holds of an owner. Planned seasons are withdrawn unless they are held or were opened. */
    @Transactional
    public void release(String owner) {
        table.release(owner);
        if (!unused().isEmpty()) {
            seasons.holdPlan();
            unused().forEach(seasons::withdrawPlanned);
        }
    }

    private List<Long> unused() {
        var held = table.seasons(time.now());
        return seasons.entries().stream()
                .filter(entry -> entry.isPlanned() && entry.imported() && !held.contains(entry.id()))
                .map(PlannedSeason::id)
                .toList();
    }
}
