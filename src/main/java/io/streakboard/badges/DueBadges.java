package io.streakboard.badges;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.events.Publications;
import io.streakboard.runs.RunState;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.annotation.Conditional;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.util.DigestUtils;

/**
 * Begins a run over all learners when conditions or levels have changed, and, if a badge asks for ranks or titles, when
 * another season was settled. Titles come by an event, so the run waits until what was published is delivered.
 */
@Component
@Conditional(BadgesDefined.class)
class DueBadges {

    private final ConfiguredBadges badges;
    private final RunTable table;
    private final BadgeRun runs;
    private final Seasons seasons;
    private final Publications publications;
    private String noticed = "";
    private BooleanSupplier delivered = () -> true;

    DueBadges(ConfiguredBadges badges, RunTable table, BadgeRun runs, Seasons seasons, Publications publications) {
        this.badges = badges;
        this.table = table;
        this.runs = runs;
        this.seasons = seasons;
        this.publications = publications;
    }

    @Scheduled(fixedRateString = "${streakboard.badges.check-interval:10s}")
    @SchedulerLock(name = "look-after-badges")
    void run() {
        LockAssert.assertLocked();
        var wanted = wanted();
        if (isDue(wanted, table.last()) && delivered(wanted)) {
            runs.begin(wanted);
        }
    }

    /** Begins a run now; empty if one is under way. */
    Optional<Thread> begin() {
        return runs.begin(wanted());
    }

    /** What the last run should have been for. */
    private String wanted() {
        var rules = DigestUtils.md5DigestAsHex(badges.rules().getBytes(UTF_8));
        return badges.all().stream().noneMatch(badge -> badge.fact().isOfSeasons())
                ? rules
                : rules + "/"
                        + seasons.newestFirst().stream()
                                .filter(season -> season.state() == State.SETTLED)
                                .count();
    }

    static boolean isDue(String wanted, Optional<RunForBadges> last) {
        return last.filter(run -> run.state() == RunState.RUNNING
                        || run.state() == RunState.DONE && run.wanted().equals(wanted))
                .isEmpty();
    }

    private boolean delivered(String wanted) {
        if (!wanted.equals(noticed)) {
            noticed = wanted;
            delivered = publications.deliveredSoFar();
        }
        return delivered.getAsBoolean();
    }
}
