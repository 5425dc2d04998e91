package io.streakboard.identity.privacy;

import io.streakboard.identity.ChangeFollower;
import io.streakboard.identity.ChangePoller;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.LearnerFacts;
import io.streakboard.identity.PersonalData;
import io.streakboard.identity.privacy.Pauses.Pause;
import io.streakboard.identity.privacy.PrivacyTable.ChoiceRow;
import io.streakboard.sharing.RetriedTransactions;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * The visibility of learners on boards. Each row of a board needs it, so all choices are in memory, some 80 bytes each,
 * and a board applies them while MySQL is away, too. A choice on another instance arrives within two seconds.
 */
@Component
public class LearnerPrivacy extends ChangeFollower implements PersonalData, LearnerFacts {

    /** Stored settings. */
    record StoredPrivacy(Visibility board, @Nullable Instant changedAt, List<Pause> pauses) {}

    /** Before requests are answered. */
    private static final int PHASE = 0;

    private final PrivacyTable table;
    private final LearnerPauses pauses;
    private final PrivacyProperties properties;
    private final PrivacyLock lock;
    private final RetriedTransactions transactions;
    private final TaskScheduler scheduler;
    private final Map<Long, Visibility> chosen = new ConcurrentHashMap<>();
    private final ChangePoller<ChoiceRow> poller;

    LearnerPrivacy(
            PrivacyTable table,
            LearnerPauses pauses,
            PrivacyProperties properties,
            PrivacyLock lock,
            RetriedTransactions transactions,
            TaskScheduler scheduler) {
        super(scheduler);
        this.table = table;
        this.pauses = pauses;
        this.properties = properties;
        this.lock = lock;
        this.transactions = transactions;
        this.scheduler = scheduler;
        this.poller = new ChangePoller<>(
                table::after, ChoiceRow::number, page -> page.forEach(row -> chosen.put(row.learner(), row.board())));
    }

    /** A learner's visibility, without asking MySQL. A pause hides the learner, whatever the choice. */
    public Visibility visibility(Long learner) {
        if (pauses.hides(learner)) {
            return Visibility.HIDDEN;
        }
        return properties.choice() ? chosen.getOrDefault(learner, properties.usual()) : properties.usual();
    }

    /** Changes whenever the visibility of a learner may have changed; the same on all instances. */
    public long version() {
        return poller.newest() + pauses.version();
    }

    /** The learner's choice or the default. */
    PrivacyChoice choice(long learner) {
        return chosenOr(properties.choice() ? table.of(learner) : Optional.empty());
    }

    private PrivacyChoice chosenOr(Optional<PrivacyChoice> stored) {
        return stored.orElseGet(() -> new PrivacyChoice(properties.usual(), null));
    }

    /**
     * Changes both or nothing. Repeating it changes nothing.
     *
     * @param board null to leave it
     * @param pausedUntil null to leave the pause, empty to end it
     */
    void change(long learner, @Nullable Visibility board, @Nullable Optional<LocalDate> pausedUntil) {
        if (board != null && !properties.choice() && board != properties.usual()) {
            throw PrivacyNotChangeable.atAll(properties.usual());
        }
        transactions.run(() -> store(learner, board, pausedUntil));
        poller.read();
        pauses.read();
    }

    private void store(long learner, @Nullable Visibility board, @Nullable Optional<LocalDate> pausedUntil) {
        var stored = properties.choice() ? table.locked(learner) : Optional.<PrivacyChoice>empty();
        var before = chosenOr(stored);
        var pausesBefore = pauses.locked(learner);
        if (board != null && board != before.board()) {
            table.replace(learner, lock.changed(before, pausesBefore, board));
        } else if (board != null && properties.choice() && stored.isEmpty()) {
            table.replace(learner, before); // it stays if the default becomes another one
        }
        if (pausedUntil != null) {
            pauses.change(learner, before, pausesBefore, pausedUntil);
        }
    }

    @Override
    public String section() {
        return "privacy";
    }

    @Override
    public Object of(long learner) {
        var choice = choice(learner);
        return new StoredPrivacy(
                choice.board(), choice.changedAt(), pauses.stored(learner).all());
    }

    @Override
    public boolean knows(long learner) {
        return table.of(learner).isPresent() || !pauses.stored(learner).all().isEmpty();
    }

    /**
     * Memory may keep the choice and the pauses: a deleted learner is on no board, and no sign-in of theirs is taken.
     */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        table.erase(deleted.learner());
        pauses.erase(deleted.learner());
    }

    @Override
    protected ChangePoller<ChoiceRow> poller() {
        return poller;
    }

    @Override
    public void start() {
        super.start();
        pauses.start(scheduler);
    }

    @Override
    public void stop() {
        super.stop();
        pauses.stop();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
