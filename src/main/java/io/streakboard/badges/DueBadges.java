package io.streakboard.badges;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.events.Publications;
import io.streakboard.leagues.LeagueFigures;
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
import org.springframework.context.annotation.Conditional;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.util.DigestUtils;

/**
 * Begins a run over all learners when conditions or levels have changed. With badges for ranks or titles, also when
 * another season is settled; with badges for leagues, when another week has ended. Titles come by an event, so the run
 * waits until published events are delivered.
 */
@Component
@Conditional(BadgesDefined.class)
class DueBadges {

    private final ConfiguredBadges badges;
    private final RunTable table;
    private final BadgeRun runs;
    private final Seasons seasons;
    private final Publications publications;
    private final LeagueFigures leagues;
    private String lastWanted = "";
    private BooleanSupplier delivered = () -> true;

    DueBadges(
            ConfiguredBadges badges,
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
        var wanted = wanted();
        var last = table.last();
        if (isDue(wanted, last) && delivered(wanted)) {
            runs.begin(
                    wanted, last.filter(this::wasForTheSameRules).isPresent() ? ofSeasonsAndLeagues() : badges.all());
        }
    }

    /** If so, events have covered all changes since, except ranks, titles and leagues. */
    private boolean wasForTheSameRules(RunForBadges last) {
        return last.state() == RunState.DONE && last.wanted().startsWith(rules());
    }

    private List<Badge> ofSeasonsAndLeagues() {
        return badges.all().stream()
                .filter(badge ->
                        badge.criterion().isOfSeasons() || badge.criterion().isOfLeagues())
                .toList();
    }

    /** Begins a run now; empty if one is under way. */
    Optional<Thread> begin() {
        return runs.begin(wanted(), badges.all());
    }

    /** The rules, seasons and weeks that the last run should have covered. */
    private String wanted() {
        return rules()
                + ifAny(Criterion::isOfSeasons, this::settledSeasons)
                + ifAny(Criterion::isOfLeagues, this::lastWeek);
    }

    private String rules() {
        return DigestUtils.md5DigestAsHex(badges.rules().getBytes(UTF_8));
    }

    private String ifAny(Predicate<Criterion> kind, Supplier<Object> state) {
        return badges.all().stream().map(Badge::criterion).anyMatch(kind) ? "/" + state.get() : "";
    }

    private long settledSeasons() {
        return seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED)
                .count();
    }

    private String lastWeek() {
        return leagues.lastWeek().map(LocalDate::toString).orElse("");
    }

    static boolean isDue(String wanted, Optional<RunForBadges> last) {
        return last.filter(run -> run.state() == RunState.RUNNING
                        || run.state() == RunState.DONE && run.wanted().equals(wanted))
                .isEmpty();
    }

    private boolean delivered(String wanted) {
        if (!wanted.equals(lastWanted)) {
            lastWanted = wanted;
            delivered = publications.deliveredSoFar();
        }
        return delivered.getAsBoolean();
    }
}
