package io.streakboard.badges;

import static java.util.stream.Collectors.toMap;

import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.runs.CancellationToken;
import io.streakboard.runs.ExclusiveJobRunner;
import io.streakboard.runs.ExclusiveJobRunner.Begun;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Gives all learners the badges that they have earned before. A stopped run continues after its last finished page;
 * repeating a page gives nothing twice.
 */
@Component
class BadgeRun {

    private static final Logger log = LoggerFactory.getLogger(BadgeRun.class);

    private static final int LEARNERS_A_PAGE = 500;

    private final BadgeAwarder awarder;
    private final LearnerStatistics statistics;
    private final RunTable table;
    private final ExclusiveJobRunner runs;
    private final BadgeSection section;

    BadgeRun(
            BadgeAwarder awarder,
            LearnerStatistics statistics,
            RunTable table,
            ExclusiveJobRunner runs,
            BadgeSection section) {
        this.section = section;
        this.awarder = awarder;
        this.statistics = statistics;
        this.table = table;
        this.runs = runs;
    }

    /**
     * Begins a run; empty if one is under way.
     *
     * @param wanted what the run covers
     * @param badges that it gives, as long as they are in the rulebook
     */
    Optional<Begun<RunForBadges>> begin(String wanted, List<Badge> badges) {
        return runs.begin(table, () -> table.begin(wanted), (run, cancellation) -> awardAll(run, badges, cancellation));
    }

    void awardAll(RunForBadges run, List<Badge> badges, CancellationToken cancellation) {
        long reached = run.learnerReached();
        for (var page = statistics.learnersAfter(reached, LEARNERS_A_PAGE);
                !page.isEmpty();
                page = statistics.learnersAfter(reached, LEARNERS_A_PAGE)) {
            cancellation.check();
            var candidates = page;
            section.refresh();
            int given = awarder.give(badges.stream()
                    .filter(section.current()::has)
                    .collect(toMap(Function.identity(), badge -> candidates)));
            reached = page.getLast();
            table.progress(run.id(), reached, page.size(), given);
        }
        log.info("All learners were looked at for badges");
    }
}
