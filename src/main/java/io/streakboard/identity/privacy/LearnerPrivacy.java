package io.streakboard.identity.privacy;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.LearnerFacts;
import io.streakboard.identity.PersonalData;
import io.streakboard.identity.TableTail;
import io.streakboard.identity.privacy.PrivacyTable.Row;
import io.streakboard.time.BusinessTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What others see of learners on boards. Each row of a board asks, so all choices are in memory, some 80 bytes each, and
 * a board shows them while MySQL is away, too. An instance knows after two seconds what was chosen on another one.
 */
@Component
public class LearnerPrivacy implements SmartLifecycle, PersonalData, LearnerFacts {

    /** Before requests are answered. */
    private static final int PHASE = 0;

    private final PrivacyTable table;
    private final PrivacyProperties properties;
    private final TransactionTemplate transactions;
    private final BusinessTime time;
    private final TaskScheduler scheduler;
    private final Map<Long, Visibility> chosen = new ConcurrentHashMap<>();
    private final TableTail<Row> tail;

    LearnerPrivacy(
            PrivacyTable table,
            PrivacyProperties properties,
            TransactionTemplate transactions,
            BusinessTime time,
            TaskScheduler scheduler) {
        this.table = table;
        this.properties = properties;
        this.transactions = transactions;
        this.time = time;
        this.scheduler = scheduler;
        this.tail = new TableTail<>(
                table::after, Row::number, page -> page.forEach(row -> chosen.put(row.learner(), row.board())));
    }

    /** What others see of a learner, without asking MySQL. */
    public Visibility visibility(Long learner) {
        return properties.choice() ? chosen.getOrDefault(learner, properties.usual()) : properties.usual();
    }

    /** Another one after each choice of any learner, and the same on all instances. */
    public long version() {
        return tail.newest();
    }

    /** What a learner has chosen, or what is usual. */
    PrivacyChoice choice(long learner) {
        return chosenOr(properties.choice() ? table.of(learner) : Optional.empty());
    }

    private PrivacyChoice chosenOr(Optional<PrivacyChoice> stored) {
        return stored.orElseGet(() -> new PrivacyChoice(properties.usual(), null));
    }

    /** The same choice again changes nothing. */
    PrivacyChoice choose(long learner, Visibility board) {
        if (!properties.choice() && board != properties.usual()) {
            throw PrivacyNotChangeable.atAll(properties.usual());
        }
        var choice = properties.choice() ? stored(learner, board) : choice(learner);
        tail.read();
        return choice;
    }

    private PrivacyChoice stored(long learner, Visibility board) {
        try {
            return store(learner, board);
        } catch (DuplicateKeyException lost) { // the first choice of the learner was made twice at the same moment
            return store(learner, board);
        }
    }

    private PrivacyChoice store(long learner, Visibility board) {
        return Objects.requireNonNull(transactions.execute(status -> {
            var before = chosenOr(table.locked(learner));
            if (before.board() == board) {
                return before;
            }
            var now = time.now().truncatedTo(ChronoUnit.MILLIS); // as it is stored
            before.changeableAt(now, properties.lock()).ifPresent(end -> {
                throw PrivacyNotChangeable.until(end);
            });
            var choice = new PrivacyChoice(board, now);
            table.replace(learner, choice);
            return choice;
        }));
    }

    @Override
    public String section() {
        return "privacy";
    }

    @Override
    public Object of(long learner) {
        return choice(learner);
    }

    @Override
    public boolean knows(long learner) {
        return table.of(learner).isPresent();
    }

    /** Memory may keep the choice: a deleted learner is on no board. */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        table.erase(deleted.learner());
    }

    @Override
    public void start() {
        tail.start(scheduler);
    }

    @Override
    public void stop() {
        tail.stop();
    }

    @Override
    public boolean isRunning() {
        return tail.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
