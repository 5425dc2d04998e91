package io.streakboard.rulebook;

import static org.mockito.Mockito.mock;

import io.streakboard.activities.Activities;
import io.streakboard.points.PointsAwarded;
import io.streakboard.rulebook.Publisher.Draft;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An instance with a rulebook, activities and ledger and a clock of its own, on the shared servers. It can be killed
 * before or after its next commit.
 */
final class RulebookInstance implements AutoCloseable {

    enum Kill {
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    /** The instance is gone, and its caller has no answer. */
    static final class Killed extends RuntimeException {}

    @EnableTransactionManagement
    static class Transactions {}

    final Activities activities;
    final Rulebook rulebook;
    private final Publisher publisher;
    private final AnnotationConfigApplicationContext context;
    private volatile @Nullable Kill next;

    RulebookInstance(ApplicationContext application, Clock clock, ZoneId zone) {
        this.context = new AnnotationConfigApplicationContext() {

            @Override
            public void publishEvent(Object event) {
                if (!(event instanceof PointsAwarded)) { // boards have tests of their own
                    super.publishEvent(event);
                }
            }
        };
        var transactions = new Mortal(application.getBean(PlatformTransactionManager.class));
        context.setParent(application);
        context.register(Transactions.class);
        context.registerBean("clock", Clock.class, () -> clock);
        context.registerBean("businessTime", BusinessTime.class, () -> new BusinessTime(clock, zone));
        context.registerBean("transactionManager", PlatformTransactionManager.class, () -> transactions);
        context.registerBean("taskScheduler", TaskScheduler.class, () -> mock(TaskScheduler.class)); // tests poll
        context.registerBean(
                "transactionTemplate", TransactionTemplate.class, () -> new TransactionTemplate(transactions));
        var scanner = new ClassPathBeanDefinitionScanner(context);
        scanner.addExcludeFilter(new AnnotationTypeFilter(RestController.class));
        scanner.addExcludeFilter(new AnnotationTypeFilter(Endpoint.class));
        scanner.scan(
                "io.streakboard.rulebook",
                "io.streakboard.activities",
                "io.streakboard.points",
                "io.streakboard.season");
        context.refresh();
        this.activities = context.getBean(Activities.class);
        this.rulebook = context.getBean(Rulebook.class);
        this.publisher = context.getBean(Publisher.class);
    }

    /** Returns whether there is a new version: its rules may be in force already. */
    boolean publish(String patch, @Nullable Instant validFrom) {
        var base = publisher.newest();
        return publish(
                (ObjectNode) MergePatch.apply(base.json(), JsonMapper.shared().readTree(patch)), validFrom);
    }

    boolean restore(long number) {
        return publish(publisher.version(number).json(), null);
    }

    private boolean publish(ObjectNode document, @Nullable Instant validFrom) {
        return publisher.publish(new Draft(document, publisher.newest().number(), validFrom, "model", null)) != null;
    }

    void withdraw(long number) {
        publisher.withdraw(number);
    }

    void dieAt(Kill kill) {
        next = kill;
    }

    @Override
    public void close() {
        context.close();
    }

    private final class Mortal implements PlatformTransactionManager {

        private final PlatformTransactionManager transactions;

        private Mortal(PlatformTransactionManager transactions) {
            this.transactions = transactions;
        }

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return transactions.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            var kill = next;
            if (kill == null || !status.isNewTransaction() || status.isReadOnly()) {
                transactions.commit(status);
                return;
            }
            if (kill == Kill.BEFORE_COMMIT) {
                transactions.rollback(status);
            } else {
                transactions.commit(status);
            }
            throw new Killed();
        }

        @Override
        public void rollback(TransactionStatus status) {
            transactions.rollback(status);
        }
    }
}
