package io.streakboard.leaderboard.fed;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.FillTable;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.Moderation;
import io.streakboard.leaderboard.scores.ScoresChanged;
import io.streakboard.points.Adjustments;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsLedger;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.context.ApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.RestController;

/**
 * An instance with ledger, seasons and boards and a clock of its own, on the shared servers. The test decides when, how
 * often and in which order its listeners hear of awards and scores.
 */
final class FedInstance implements AutoCloseable {

    @EnableTransactionManagement
    static class Transactions {}

    final BusinessTime time;
    final PointsLedger ledger;
    final Adjustments adjustments;
    final Seasons seasons;
    final Editions editions;
    final EditionRepair repair;
    final Moderation moderation;
    final LiveBoards live;
    final FillJob fillJob;
    final FillTable fills;
    final FedSources sources;
    private final AnnotationConfigApplicationContext context;

    /** @param committed takes what was published, shared by all instances */
    FedInstance(
            ApplicationContext application, List<BoardRule> boards, Clock clock, ZoneId zone, List<Object> committed) {
        this.time = new BusinessTime(clock, zone);
        this.context = new AnnotationConfigApplicationContext() {

            @Override
            public void publishEvent(Object event) {
                if (event instanceof ScoresChanged || event instanceof PointsAwarded) {
                    committed.add(event);
                } else {
                    super.publishEvent(event);
                }
            }
        };
        context.setParent(application);
        context.register(Transactions.class);
        context.registerBean("clock", Clock.class, () -> clock);
        context.registerBean("businessTime", BusinessTime.class, () -> time);
        context.registerBean("boardRules", BoardRules.class, () -> new BoardRules(boards));
        var scanner = new ClassPathBeanDefinitionScanner(context);
        scanner.addExcludeFilter(new AnnotationTypeFilter(RestController.class));
        scanner.addExcludeFilter(new AnnotationTypeFilter(Endpoint.class));
        scanner.scan(
                "io.streakboard.points",
                "io.streakboard.season",
                "io.streakboard.leaderboard.book",
                "io.streakboard.leaderboard.editions",
                "io.streakboard.leaderboard.fed",
                "io.streakboard.leaderboard.live",
                "io.streakboard.leaderboard.periods",
                "io.streakboard.leaderboard.scores");
        context.refresh();
        this.ledger = context.getBean(PointsLedger.class);
        this.adjustments = context.getBean(Adjustments.class);
        this.seasons = context.getBean(Seasons.class);
        this.editions = context.getBean(Editions.class);
        this.repair = context.getBean(EditionRepair.class);
        this.moderation = context.getBean(Moderation.class);
        this.live = context.getBean(LiveBoards.class);
        this.fillJob = context.getBean(FillJob.class);
        this.fills = context.getBean(FillTable.class);
        this.sources = context.getBean(FedSources.class);
    }

    /** Calls the listeners of this instance at once. */
    void deliver(Object event) {
        var listeners = context.getBean(ApplicationEventMulticaster.class);
        context.getBean(TransactionTemplate.class)
                .executeWithoutResult(
                        status -> listeners.multicastEvent(new PayloadApplicationEvent<>(context, event)));
    }

    @Override
    public void close() {
        context.close();
    }
}
