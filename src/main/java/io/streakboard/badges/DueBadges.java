package io.streakboard.badges;

import io.streakboard.badges.BadgeSection.SettledBadges;
import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.events.Publications;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.runs.ExclusiveJobRunner.Begun;
import io.streakboard.runs.RunState;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Begins a run over all learners for badges that a version of the rulebook has added or changed. For badges of ranks and
 * titles also when another season is settled; for badges of leagues, when another week has ended. Titles come by an
 * event, so the run waits until published events are delivered.
 *
 * <p>What is due follows from the rulebook and the row of the last run. So an instance that dies loses no run, and a run
 * is begun once.
 */
@Component
class DueBadges {

    private final BadgeSection badges;
    private final RunTable table;
    private final BadgeRun runs;
    private final Seasons seasons;
    private final Publications publications;
    private final LeagueFigures leagues;
    private String lastWanted = "";
    private BooleanSupplier delivered = () -> true;

    DueBadges(
            BadgeSection badges,
            RunTable table,
            BadgeRun runs,
            Seasons seasons,
            Publications publications,
            LeagueFigures leagues) {
        this.badges = badges;
        this.table = table;
        this.runs = runs;
        this.seasons = seasons;
        this.publications = publications;
        this.leagues = leagues;
    }

    @Scheduled(fixedRateString = "${streakboard.badges.check-interval:10s}")
    @SchedulerLock(name = "look-after-badges")
    void run() {
        LockAssert.assertLocked();
        if (badges.listens()) {
            beginIfDue();
        }
    }

    void beginIfDue() {
        badges.refresh();
        var settled = badges.settled();
        var wanted = wanted(settled);
        var last = table.last().orElse(null);
        if (last == null) {
            begin(wanted, settled.rules().definitions());
        } else if (last.state() != RunState.RUNNING && last.version() <= settled.version()) {
            var missing = missing(last, settled, wanted);
            if (missing.isEmpty() && !last.wanted().equals(wanted)) {
                table.covers(last, wanted);
            }
            begin(
                    wanted,
                    last.state() == RunState.DONE ? missing : settled.rules().definitions());
        }
    }

    private void begin(String wanted, List<Badge> due) {
        if (!due.isEmpty() && delivered(wanted)) {
            runs.begin(wanted, due);
        }
    }

    /** For all other badges, events have covered all changes since the last run. */
    private List<Badge> missing(RunForBadges last, SettledBadges settled, String wanted) {
        var changed = badges.changed(last.version(), settled);
        boolean occasion = !wanted.equals(settled.version() + last.occasions());
        return settled.rules().definitions().stream()
                .filter(badge -> changed.contains(badge)
                        || occasion
                                && (badge.criterion().isOfSeasons()
                                        || badge.criterion().isOfLeagues()))
                .toList();
    }

    /**
     * Begins a run now; empty if one is under way. It stands for no occasion, as titles of a season may be on their way:
     * the run for that is still due.
     */
    Optional<Begun<RunForBadges>> begin() {
        var settled = badges.settled();
        var wanted = table.last().map(RunForBadges::wanted).orElseGet(() -> wanted(settled));
        return runs.begin(wanted, settled.rules().definitions());
    }

    /** The version, seasons and weeks that the last run should have covered. */
    private String wanted(SettledBadges settled) {
        return settled.version()
                + ifAny(settled, Criterion::isOfSeasons, this::settledSeasons)
                + ifAny(settled, Criterion::isOfLeagues, this::lastWeek);
    }

    private static String ifAny(SettledBadges settled, Predicate<Criterion> kind, Supplier<Object> state) {
        return settled.rules().definitions().stream().map(Badge::criterion).anyMatch(kind) ? "/" + state.get() : "";
    }

    private long settledSeasons() {
        return seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED)
                .count();
    }

    private String lastWeek() {
        return leagues.lastWeek().map(LocalDate::toString).orElse("");
    }

    private boolean delivered(String wanted) {
        if (!wanted.equals(lastWanted)) {
            lastWanted = wanted;
            delivered = publications.deliveredSoFar();
        }
        return delivered.getAsBoolean();
    }
}
