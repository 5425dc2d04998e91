package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.signin.Settings;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.JournalFields;
import io.streakboard.support.Learners;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamInfo.XInfoConsumer;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** A partition that the application does not drain: only the test does. */
@IntegrationTest
class JournalIntegrationTests {

    private static final int PARTITION = 130; // the application has 128
    private static final JournalProperties SETTINGS = Settings.of(
            JournalProperties.class,
            "journal.batch-size=100",
            "journal.linger=1ms",
            "journal.max-throttle=0",
            "journal.consumers=1",
            "journal.claim-after=200ms");

    private static final List<Integer> ONLY = List.of(PARTITION);
    private static final Partitions PARTITIONS = new Partitions(PARTITION + 1);

    private static final PartitionGroups GROUPS = new PartitionGroups(SETTINGS, PARTITIONS);

    private final StringRedisTemplate redis;
    private final JournalSink sink;
    private final JdbcClient jdbc;
    private final JournalKeys keys = new JournalKeys(PARTITIONS, TestLearnerKeys.numbers());
    private final Journal journal;
    private final ParkedEntries parked;

    JournalIntegrationTests(StringRedisTemplate redis, JournalSink sink, JdbcClient jdbc, JsonMapper json) {
        this.redis = redis;
        this.sink = sink;
        this.jdbc = jdbc;
        this.journal = newConsumer();
        this.parked = new ParkedEntries(redis, keys, journal, json);
    }

    @BeforeEach
    void createGroup() {
        journal.createGroup(PARTITION);
    }

    @AfterEach
    void removeJournal() {
        redis.unlink(List.of(keys.journal(PARTITION), keys.parked(PARTITION)));
    }

    @Test
    void aMalformedEntryIsParkedWhileTheRestGoesOn() {
        long before = Learners.next();
        long after = Learners.next();
        append(fields(before));
        append(with(fields(before), "streak", "many"));
        append(fields(after));

        drainWhile(journal, () -> {
            await().until(() -> recorded(before, after) == 2);
            await().untilAsserted(() -> assertThat(parked.of(PARTITION)).hasSize(1));
        });

        assertThat(journal.backlog(PARTITION)).isZero();
        assertThat(parked.of(PARTITION).getFirst().fields())
                .containsEntry("streak", "many")
                .containsKey(ParkedEntries.ERROR);
    }

    @Test
    void aParkedEntryIsGivenUpWithAReasonOnly() {
        append(fields(Learners.next()));
        var entry = journal.poll(ONLY, 1).getFirst();
        parked.park(entry, new IllegalStateException("no such day"));
        var endpoint = new JournalEndpoint(journal, parked, PARTITIONS, TestLearnerKeys.numbers());

        assertThatExceptionOfType(Problem.class).isThrownBy(() -> endpoint.act("discard", entry.id(), null, null, " "));
        assertThat(endpoint.state().parked()).hasSize(1);
        assertThat(endpoint.act("discard", entry.id(), null, null, "a test"))
                .isInstanceOfSatisfying(
                        JournalEndpoint.Discarded.class,
                        discarded -> assertThat(discarded.discarded()).isTrue());
        assertThat(endpoint.state().parked()).isEmpty();
        assertThat(journal.backlog(PARTITION)).isZero();
    }

    @Test
    void aParkedEntryIsRecordedWhenItIsReplayed() {
        long learner = Learners.next();
        append(fields(learner));
        var entry = journal.poll(ONLY, 1).getFirst();
        parked.park(entry, new IllegalStateException("a table was missing"));
        assertThat(journal.backlog(PARTITION)).isZero();
        var endpoint = new JournalEndpoint(journal, parked, PARTITIONS, TestLearnerKeys.numbers());
        assertThat(endpoint.state().parked()).hasSize(1);

        assertThat(endpoint.act("replay", entry.id(), null, null, null))
                .isEqualTo(new JournalEndpoint.Replayed(true, 1));
        assertThat(endpoint.act("replay", entry.id(), null, null, null))
                .isEqualTo(new JournalEndpoint.Replayed(false, 0));

        assertThat(endpoint.state().parked()).isEmpty();
        drainWhile(journal, () -> await().until(() -> recorded(learner) == 1));
    }

    @Test
    void parkedEntriesAreChosenByPartitionLearnerAndReason() {
        var other = PARTITION - 1;
        long learner = Learners.next();
        var endpoint = new JournalEndpoint(journal, parked, PARTITIONS, TestLearnerKeys.numbers());
        try {
            park(new JournalEntry(PARTITION, "5-0", fields(learner)), "too long");
            park(new JournalEntry(PARTITION, "6-0", fields(Learners.next())), "too long");
            park(new JournalEntry(other, "5-0", fields(Learners.next())), "too short");

            assertThatExceptionOfType(Problem.class)
                    .isThrownBy(() -> endpoint.act("discard", "5-0", null, null, "a test"))
                    .withMessageContaining("partition");
            assertThat(endpoint.act("discard", "5-0", other, null, "a test"))
                    .isInstanceOfSatisfying(
                            JournalEndpoint.Discarded.class,
                            discarded -> assertThat(discarded.entry())
                                    .satisfies(entry ->
                                            assertThat(entry.partition()).isEqualTo(other)));
            park(new JournalEntry(other, "5-0", fields(Learners.next())), "too short");

            assertThat(endpoint.act("replay", null, null, "" + learner, null))
                    .isEqualTo(new JournalEndpoint.Replayed(true, 1));
            assertThat(endpoint.act("replay", null, null, null, "short"))
                    .isEqualTo(new JournalEndpoint.Replayed(true, 1));
            assertThat(endpoint.state().parked())
                    .singleElement()
                    .satisfies(left -> assertThat(left.id()).isEqualTo("6-0"));
            assertThat(endpoint.act("replay", null, null, null, null)).isEqualTo(new JournalEndpoint.Replayed(true, 1));
        } finally {
            redis.unlink(List.of(keys.journal(other), keys.parked(other)));
        }
    }

    private void park(JournalEntry entry, String failure) {
        journal.createGroup(entry.partition());
        parked.park(entry, new IllegalStateException(failure));
    }

    @Test
    void nothingIsParkedWhileTheStoreRefusesAllEntries() {
        var readOnly = new UncategorizedSQLException(
                "INSERT",
                null,
                new SQLException("The MySQL server is running with the --super-read-only option", "HY000", 1290));
        assertThat(parkedWhile(readOnly)).isEmpty();
    }

    @Test
    void nothingIsParkedForAFailureThatAllEntriesHave() {
        assertThat(parkedWhile(new IllegalStateException("Permission denied"))).isEmpty();
    }

    /** Two learners' entries are recorded after the recorder has failed for a while. */
    private List<JournalEntry> parkedWhile(RuntimeException failure) {
        var learners = LongStream.range(0, 2).map(i -> Learners.next()).toArray();
        LongStream.of(learners).forEach(learner -> append(fields(learner)));
        var refusing = new AtomicInteger(10);
        var store = mock(JournalSink.class);
        doAnswer(call -> {
                    if (refusing.decrementAndGet() >= 0) {
                        throw failure;
                    }
                    sink.record(call.getArgument(0));
                    return null;
                })
                .when(store)
                .record(any());

        drainWhile(journal, store, () -> await().until(() -> recorded(learners) + parked.count(PARTITION) == 2));
        return parked.of(PARTITION);
    }

    @Test
    void anEntryThatFailsWhileOthersDoNotIsParked() {
        long bad = Learners.next();
        long good = Learners.next();
        append(fields(bad));
        append(fields(good));
        var store = mock(JournalSink.class);
        doAnswer(call -> {
                    List<JournalEntry> entries = call.getArgument(0);
                    if (entries.stream().anyMatch(entry -> entry.isOf(bad))) {
                        throw new IllegalStateException("This one cannot be recorded");
                    }
                    sink.record(entries);
                    return null;
                })
                .when(store)
                .record(any());

        drainWhile(journal, store, () -> await().until(() -> parked.count(PARTITION) == 1 && recorded(good) == 1));
        assertThat(parked.of(PARTITION).getFirst().isOf(bad)).isTrue();
    }

    @Test
    void onlyReplayCanBeAskedOfTheJournal() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> new JournalEndpoint(journal, parked, PARTITIONS, TestLearnerKeys.numbers())
                        .act("delete", "1-0", null, null, null))
                .withMessageContaining("action");
    }

    @Test
    void whatIsDeliveredAgainChangesNothing() {
        long learner = Learners.next();
        append(fields(learner));
        append(with(fields(learner), "day", "2026-10-02"));
        var entries = journal.poll(ONLY, 10);

        sink.record(entries);
        var once = log(learner);
        sink.record(entries.reversed());
        sink.record(List.of(entries.getFirst(), entries.getFirst()));

        assertThat(once).hasSize(2);
        assertThat(log(learner)).isEqualTo(once);
        assertThat(jdbc.sql("SELECT days FROM sign_in_month WHERE user_id = ?")
                        .param(learner)
                        .query(Long.class)
                        .list())
                .containsExactly(0b11L);
    }

    @Test
    void anEntryIsAcknowledgedOnlyWhenItIsRecorded() {
        append(fields(Learners.next()));

        var entries = journal.poll(ONLY, 10);
        assertThat(journal.backlog(PARTITION)).isEqualTo(1);

        journal.acknowledge(entries);
        assertThat(journal.backlog(PARTITION)).isZero();
        assertThat(journal.unfinished(ONLY, 10)).isEmpty();
    }

    @Test
    void theEntriesOfADeadConsumerAreClaimed() {
        var learners = LongStream.range(0, 5).map(i -> Learners.next()).toArray();
        LongStream.of(learners).forEach(learner -> append(fields(learner)));
        var dead = newConsumer();
        assertThat(dead.poll(ONLY, 10)).hasSize(5);

        drainWhile(journal, () -> await().until(() -> recorded(learners) == 5));

        assertThat(journal.backlog(PARTITION)).isZero();
        assertThat(dead.unfinished(ONLY, 10)).isEmpty();
    }

    @Test
    void theEntriesOfAConsumerThatWasRemovedAreTakenOver() {
        var learners = LongStream.range(0, 5).map(i -> Learners.next()).toArray();
        LongStream.of(learners).forEach(learner -> append(fields(learner)));
        var removed = newConsumer();
        assertThat(removed.poll(ONLY, 10)).hasSize(5);
        redis.opsForStream().consumers(keys.journal(PARTITION), "drain").stream()
                .map(XInfoConsumer::consumerName)
                .forEach(name ->
                        redis.opsForStream().deleteConsumer(keys.journal(PARTITION), Consumer.from("drain", name)));

        drainWhile(journal, () -> await().until(() -> recorded(learners) == 5));

        assertThat(journal.backlog(PARTITION)).isZero();
    }

    @Test
    void whatIsBehindTheBeginningOfItsGroupIsTakenOver() {
        long learner = Learners.next();
        append(fields(learner));
        redis.opsForStream().destroyGroup(keys.journal(PARTITION), "drain");
        redis.opsForStream().createGroup(keys.journal(PARTITION), ReadOffset.latest(), "drain");

        drainWhile(journal, () -> await().until(() -> recorded(learner) == 1));
    }

    @Test
    void aLostConsumerGroupIsCreatedAgainAndReadsAllEntries() {
        long before = Learners.next();
        long after = Learners.next();
        append(fields(before));

        drainWhile(journal, () -> {
            await().until(() -> recorded(before) == 1);
            redis.opsForStream().destroyGroup(keys.journal(PARTITION), "drain");
            append(fields(after));
            await().until(() -> recorded(after) == 1);
        });
    }

    @Test
    void aConsumerIsForgottenOnlyIfItHasNothingUnfinished() {
        append(fields(Learners.next()));
        var busy = newConsumer();
        assertThat(busy.poll(ONLY, 10)).hasSize(1);
        newConsumer().poll(ONLY, 10);
        assertThat(journal.forgetIdleConsumers(PARTITION, Duration.ofDays(1))).isZero();

        await().untilAsserted(() -> {
            journal.forgetIdleConsumers(PARTITION, Duration.ofMillis(1));
            assertThat(redis.opsForStream().consumers(keys.journal(PARTITION), "drain").stream()
                            .map(XInfoConsumer::pendingCount))
                    .containsExactly(1L);
        });

        assertThat(busy.unfinished(ONLY, 10)).hasSize(1);
    }

    @Test
    void nothingIsTakenFromWhoHasIt() {
        append(fields(Learners.next()));
        append(fields(Learners.next()));
        var living = newConsumer();
        assertThat(living.poll(ONLY, 1)).hasSize(1);

        assertThat(journal.adopt(PARTITION))
                .as("one is in hands, one was never delivered")
                .isZero();
    }

    @Test
    void whatALivingConsumerHoldsIsNotClaimed() {
        append(fields(Learners.next()));
        journal.poll(ONLY, 10);

        assertThat(journal.claim(PARTITION)).isZero();
        assertThat(journal.unfinished(ONLY, 10)).hasSize(1);
    }

    @Test
    void aBacklogIsDrainedWhole() {
        var learners = LongStream.range(0, 250).map(i -> Learners.next()).toArray();
        LongStream.of(learners).forEach(learner -> append(fields(learner)));

        drainWhile(journal, () -> await().until(() -> recorded(learners) == learners.length));

        await().untilAsserted(() -> assertThat(journal.backlog(PARTITION)).isZero());
    }

    @Test
    void aConsumerSurvivesAnError() {
        long learner = Learners.next();
        append(fields(learner));
        var broken = mock(JournalSink.class);
        doThrow(new NoClassDefFoundError("io/streakboard/Gone"))
                .doAnswer(call -> {
                    sink.record(call.getArgument(0));
                    return null;
                })
                .when(broken)
                .record(any());

        drainWhile(journal, broken, () -> await().until(() -> recorded(learner) == 1));
    }

    private void drainWhile(Journal consumer, Runnable assertions) {
        drainWhile(consumer, sink, assertions);
    }

    private void drainWhile(Journal consumer, JournalSink into, Runnable assertions) {
        var draining = new JournalConsumer(
                new PartitionGroup(ONLY),
                consumer,
                new EntryProcessor(consumer, parked, into, mock(JournalMetrics.class)),
                new DrainThrottle(new WaitingSignIns(), SETTINGS),
                SETTINGS);
        var thread = Thread.ofVirtual().start(draining);
        try {
            assertions.run();
        } finally {
            draining.stop();
            await().until(() -> !thread.isAlive());
        }
    }

    private Journal newConsumer() {
        return new Journal(redis, keys, SETTINGS, GROUPS);
    }

    private void append(Map<String, String> fields) {
        redis.opsForStream().add(keys.journal(PARTITION), fields);
    }

    private static Map<String, String> fields(long learner) {
        return JournalFields.of(learner, "2026-10-01", "2026-10-01T08:00:00Z");
    }

    private static Map<String, String> with(Map<String, String> fields, String field, String value) {
        var changed = new HashMap<>(fields);
        changed.put(field, value);
        return changed;
    }

    private long recorded(long... learners) {
        return jdbc.sql("SELECT COUNT(*) FROM sign_in_log WHERE user_id IN (:learners)")
                .param("learners", LongStream.of(learners).boxed().toList())
                .query(Long.class)
                .single();
    }

    private List<SignIn> log(long learner) {
        return jdbc.sql("SELECT * FROM sign_in_log WHERE user_id = ? ORDER BY day")
                .param(learner)
                .query((row, number) -> new SignIn(
                        row.getLong("user_id"),
                        row.getObject("day", LocalDate.class),
                        SignIn.Kind.valueOf(row.getString("kind")),
                        row.getInt("streak"),
                        row.getInt("points"),
                        Utc.instant(row, "signed_at"),
                        0))
                .list();
    }
}
