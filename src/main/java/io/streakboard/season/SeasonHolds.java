package io.streakboard.season;

import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps seasons open for an import or another owner who expects more activities: a held season is not sealed. A hold
 * outlives its instance. It ends when its owner releases it, when it lapses, or when an admin gives it up. Activities
 * that arrive after that may be late.
 */
@Service
public class SeasonHolds {

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
     * Holds the seasons of given months. First opens missing seasons where allowed, oldest first; they cannot be sealed
     * before they are held. A second call with the same owner changes reason and time.
     *
     * @return the held seasons. The other seasons of these months are sealed, so their activities are late, or were not
     *     opened because too many past seasons are not settled yet
     */
    @Transactional
    public Set<Long> hold(Set<YearMonth> months, String owner, String reason, @Nullable Instant until) {
        months.stream().filter(opener::mayOpen).sorted().forEach(plan::month);
        var held = seasons.holdUnsealed(plan.seasonsOf(months));
        table.place(held, new Hold(owner, reason, until, time.now()));
        opener.begin(months);
        return held;
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

    /** Releases all holds of an owner. */
    public void release(String owner) {
        table.release(owner);
    }
}
