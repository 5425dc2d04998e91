package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.signin.SignIns;
import io.streakboard.signin.calendar.CalendarKeys;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.signin.calendar.MarkMissed;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Events during a rebuild. The application's job rebuilds the same concurrently, which must not matter. */
@IntegrationTest
class RebuildIntegrationTests {

    @Autowired
    private Rebuild rebuild;

    @Autowired
    private Reconciler reconciler;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private CalendarKeys keys;

    @Autowired
    private SignIns signIns;

    @Autowired
    private Calendars calendars;

    @Autowired
    private Partitions partitions;

    @Autowired
    private CompletenessMark mark;

    @Autowired
    private BusinessTime time;

    @Autowired
    private ApplicationEventPublisher events;

    private final List<Long> learners = new ArrayList<>();
    private Set<Integer> theirs;

    /** Some learners of different partitions with a sign-in yesterday, in MySQL. */
    @BeforeEach
    void signIn() {
        awaitMarks();
        for (int i = 0; i < 20; i++) {
            learners.add(Learners.next());
        }
        var yesterday = time.startOf(time.today().minusDays(1));
        signIns.signIn(learners.stream()
                .map(learner -> new SignIns.Attempt(learner, yesterday))
                .toList());
        learners.forEach(learner -> await().until(() -> recorded(learner)));
        theirs = learners.stream().map(partitions::of).collect(Collectors.toSet());
    }

    /** A sign-in that misses a mark tells so; without any, the job reads the marks every half a minute in tests. */
    @AfterEach
    void awaitMarks() {
        await().until(() -> {
            boolean whole = mark.missing().isEmpty();
            if (!whole) {
                events.publishEvent(new MarkMissed());
            }
            return whole;
        });
    }

    @Test
    void aLearnerWhoSignsInMeanwhileHasAllDays() {
        lose();

        whileRebuilding(drift -> signIns.signIn(learners.stream()
                .map(learner -> new SignIns.Attempt(learner, time.now()))
                .toList()));

        assertDays(2);
    }

    @Test
    void aLossInTheMiddleIsRebuiltByTheNextRun() {
        lose();
        var wiped = new AtomicBoolean();

        try {
            whileRebuilding(drift -> {
                lose();
                redis.unlink(theirs.stream()
                        .map(each -> partitions.key(each, "rebuilding"))
                        .toList());
                wiped.set(true);
            });
        } catch (IllegalStateException noticed) {
            assertThat(noticed).hasMessageContaining("lost");
        }

        assertThat(wiped).isTrue();
        awaitMarks();
        assertDays(1);
    }

    @Test
    void anotherRunGoesOnWhereMySqlWasAway() {
        lose();

        assertThatExceptionOfType(DataAccessResourceFailureException.class)
                .isThrownBy(() -> whileRebuilding(drift -> {
                    throw new DataAccessResourceFailureException("MySQL is away");
                }));

        rebuild.run(theirs, drift -> {});
        assertDays(1);
    }

    @Test
    void twoRunsAtOnceLeaveAllMarksAndAllDays() {
        lose();

        reconciler.restore(theirs);
        rebuild.help();
        reconciler.restore(theirs);

        await().until(() -> mark.missing().isEmpty());
        assertDays(1);
    }

    @Test
    void aDeletedLearnerStaysDeleted() {
        var deleted = new AtomicLong();
        lose();

        rebuild.run(theirs, drift -> {
            if (deleted.get() == 0) {
                learners.stream().filter(this::isRestored).findFirst().ifPresent(learner -> {
                    calendars.erase(learner);
                    deleted.set(learner);
                });
            }
        });

        assertThat(deleted).hasPositiveValue();
        assertThat(calendars.of(deleted.get()).signedDays()).isZero();
    }

    /** Does something once, after the first learners are restored. */
    private void whileRebuilding(Consumer<Drift> action) {
        var done = new AtomicBoolean();
        rebuild.run(theirs, drift -> {
            if (drift.learners() > 0 && done.compareAndSet(false, true)) {
                action.accept(drift);
            }
        });
        assertThat(done).isTrue();
    }

    private void lose() {
        redis.unlink(learners.stream().map(learner -> keys.year(learner, 2026)).toList());
        redis.unlink(theirs.stream().map(keys::complete).toList());
    }

    private boolean isRestored(long learner) {
        return Boolean.TRUE.equals(redis.opsForValue()
                .getBit(keys.year(learner, 2026), time.today().getDayOfYear() - 2));
    }

    private void assertDays(int days) {
        for (long learner : learners) {
            assertThat(isRestored(learner)).as("learner %d", learner).isTrue();
            assertThat(calendars.of(learner).signedDays())
                    .as("learner %d", learner)
                    .isEqualTo(days);
        }
    }

    private boolean recorded(long learner) {
        return !jdbc.sql("SELECT 1 FROM sign_in_month WHERE user_id = ?")
                .param(learner)
                .query()
                .listOfRows()
                .isEmpty();
    }
}
