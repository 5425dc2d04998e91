package io.streakboard.identity;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import io.streakboard.identity.NameProperties.NameSource;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Names of an instance of their own, which knows nothing yet. */
@IntegrationTest
class LearnerNamesIntegrationTests {

    private final long learner = Learners.next();
    private final JdbcClient stored;
    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final LearnerNames names;

    private final DeletedLearners deleted;
    private final TransactionTemplate transactions;

    LearnerNamesIntegrationTests(
            JdbcClient jdbc, JdbcTemplate batches, DeletedLearners deleted, TransactionTemplate transactions) {
        this.deleted = deleted;
        this.transactions = transactions;
        this.stored = jdbc;
        this.jdbc = spy(jdbc);
        this.batches = spy(batches);
        this.names = names(NameSource.BOTH);
    }

    private LearnerNames names(NameSource source) {
        return new LearnerNames(new ProfileTable(jdbc, batches, new NameProperties(source)), deleted);
    }

    private Map<Long, String> shown(Long... learners) {
        return shown(names, learners);
    }

    private static Map<Long, String> shown(LearnerNames names, Long... learners) {
        return names.profiles(List.of(learners)).entrySet().stream()
                .collect(toMap(Map.Entry::getKey, each -> each.getValue().name()));
    }

    @AfterEach
    void stop() {
        names.stop();
    }

    @Test
    void aNameShowsAtOnceAndIsWrittenLater() {
        names.seen(learner, "Ada");
        assertThat(shown(learner)).containsEntry(learner, "Ada");
        verifyNoInteractions(jdbc);

        names.start();
        await().untilAsserted(() -> assertThat(stored()).containsExactly("Ada"));
    }

    /** The lines of an import are written together with its progress, so another instance may refuse them. */
    @Test
    void aNameThatIsRolledBackIsNotShown() {
        names.set(Map.of(learner, new LearnerProfile("Ada", null, true)));

        transactions.executeWithoutResult(status -> {
            names.set(Map.of(learner, new LearnerProfile("Bob", null, true)));
            status.setRollbackOnly();
        });

        assertThat(shown(learner)).containsEntry(learner, "Ada");
        assertThat(stored()).containsExactly("Ada");
    }

    /** Such a name would be refused elsewhere; a token with one is as good as a token without. */
    @ParameterizedTest
    @ValueSource(strings = {"Ada \ud83d", "Ada\nB", "Ada\u202e", "\ufeff", "\u3164", "\u115f", " "})
    void aNameThatCannotBeShownIsNone(String name) {
        names.start();
        names.seen(learner, name);
        names.seen(learner, name + "a".repeat(101));
        names.stop();

        assertThat(shown(learner)).isEmpty();
        assertThat(stored()).isEmpty();
    }

    /** As when this instance could not reach MySQL while another deleted the learner. */
    @Test
    void aNameThatWasGatheredIsNotWrittenOnceItsLearnerIsDeleted() {
        names.seen(learner, "Ada");
        stored.sql("INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, UTC_TIMESTAMP(3))")
                .param(learner)
                .update();

        names.start();
        names.stop();

        assertThat(stored()).isEmpty();
    }

    @Test
    void aStopWritesWhatIsGathered() {
        names.start();
        names.seen(learner, "Ada");
        names.seen(learner, "Ada L.");

        names.stop();

        assertThat(stored()).containsExactly("Ada L.");
    }

    @Test
    void aStopLetsAStatementUnderWayFinish() throws InterruptedException {
        var writing = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        doAnswer(statement -> {
                    writing.countDown();
                    goOn.await();
                    return statement.callRealMethod();
                })
                .when(batches)
                .batchUpdate(anyString(), anyList());
        names.start();
        names.seen(learner, "Ada");
        writing.await();

        var stop = Thread.startVirtualThread(names::stop);
        await().until(() -> !names.isRunning());
        goOn.countDown();
        stop.join();

        assertThat(stored()).containsExactly("Ada");
    }

    @Test
    void storedNamesAreNotWrittenAgain() {
        store("Ada");

        names.start();
        names.seen(learner, "Ada");
        names.stop();

        verify(jdbc).sql(anyString()); // it has looked
        verify(batches, never()).batchUpdate(anyString(), anyList());
    }

    @Test
    void boardsAskOnceAlsoForLearnersWithoutAName() {
        long nameless = Learners.next();
        store("Ada");

        assertThat(shown(learner, nameless)).hasSize(1).containsEntry(learner, "Ada");
        clearInvocations(jdbc);

        assertThat(shown(nameless, learner)).hasSize(1);
        verifyNoInteractions(jdbc);
    }

    @Test
    void aReadDoesNotReplaceANameThatCameMeanwhile() {
        doAnswer(statement -> {
                    names.seen(learner, "Ada");
                    return statement.callRealMethod();
                })
                .when(jdbc)
                .sql(anyString());

        assertThat(shown(learner)).containsEntry(learner, "Ada");
        assertThat(shown(learner)).containsEntry(learner, "Ada");
    }

    @Test
    void aTokenReplacesWhatThePlatformHasSetOnlyIfTokensComeFirst() {
        assertThat(afterASetNameAndATokenOf(NameSource.BOTH)).isEqualTo("Countess");
        assertThat(afterASetNameAndATokenOf(NameSource.SERVICE)).isEqualTo("Countess");
        assertThat(afterASetNameAndATokenOf(NameSource.TOKENS)).isEqualTo("Ada");
    }

    /** Another instance has set the name, so this one finds out when it writes. */
    private String afterASetNameAndATokenOf(NameSource source) {
        names(source).set(Map.of(learner, new LearnerProfile("Countess", null, true)));
        var others = names(source);
        others.start();
        others.seen(learner, "Ada");
        others.stop();
        assertThat(shown(others, learner).getOrDefault(learner, "")).isEqualTo(stored().getFirst());
        return stored().getFirst();
    }

    @Test
    void aSetNameThatIsReadDoesNotReplaceOneThatIsSetMeanwhile() {
        names.set(Map.of(learner, new LearnerProfile("Countess", null, true)));
        var first = new AtomicBoolean(true);
        var table = spy(new ProfileTable(jdbc, batches, new NameProperties(NameSource.BOTH)));
        var others = new LearnerNames(table, deleted);
        doAnswer(read -> {
                    var found = read.callRealMethod();
                    if (first.getAndSet(false)) {
                        others.set(Map.of(learner, new LearnerProfile("Baroness", null, true)));
                    }
                    return found;
                })
                .when(table)
                .read(anyCollection());

        others.start();
        others.seen(learner, "Ada");
        others.stop();

        assertThat(shown(others, learner)).containsEntry(learner, "Baroness");
    }

    @Test
    void whereTokensComeFirstThePlatformNamesOnlyThoseWhoHaveNone() {
        names.start();
        names.seen(learner, "Ada");
        names.stop();

        names(NameSource.TOKENS).set(Map.of(learner, new LearnerProfile("Countess", null, true)));
        assertThat(stored()).containsExactly("Ada");

        names(NameSource.BOTH).set(Map.of(learner, new LearnerProfile("Countess", null, true)));
        assertThat(stored()).containsExactly("Countess");
    }

    @Test
    void noTokenShowsItsNameInPlaceOfTheOneJustSet() {
        names.set(Map.of(learner, new LearnerProfile("Countess", "https://cdn.example.org/1.png", true)));
        names.seen(learner, "Ada");

        assertThat(names.profiles(List.of(learner)))
                .containsEntry(learner, new LearnerProfile("Countess", "https://cdn.example.org/1.png", true));
    }

    @Test
    void noAdminFindsADeletedLearnerByAName() {
        store("Ada " + learner);
        assertThat(names.beginningWith("Ada " + learner, 2)).containsOnlyKeys(learner);

        stored.sql("INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, UTC_TIMESTAMP(3))")
                .param(learner)
                .update();
        deleted.read();

        assertThat(names.beginningWith("Ada " + learner, 2)).isEmpty();
    }

    private void store(String name) {
        stored.sql("INSERT INTO learner (user_id, name) VALUES (?, ?)")
                .params(learner, name)
                .update();
    }

    private List<String> stored() {
        return stored.sql("SELECT name FROM learner WHERE user_id = ?")
                .param(learner)
                .query((row, number) -> row.getString(1))
                .list();
    }
}
