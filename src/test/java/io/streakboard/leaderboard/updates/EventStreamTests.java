package io.streakboard.leaderboard.updates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.updates.EventStream.Sink;
import io.streakboard.leaderboard.updates.Slot.StreamState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventStreamTests {

    private static final Duration LONG = Duration.ofHours(1);
    private static final String BEGINNING = "retry: 2000\n\n";

    private final Slot slot = new Slot("42");
    private final List<String> sent = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        slot.close();
    }

    @Test
    void beginsWithTheStandingAndThePageOnceTheyAreThere() {
        begin(null, sent::add);
        slot.put(new StreamState("1", "{}", "{\"rank\":3}"));

        awaitSent(BEGINNING, "event: me\ndata: {\"rank\":3}\n\nid: 1.f62\nevent: top\ndata: {}\n\n");
    }

    /** Extra data of a score may have line breaks, which would end the line of an event. */
    @Test
    void eachEventIsOnOneLine() {
        begin(null, sent::add);
        slot.put(new StreamState("1", "{\r\n}", null));

        awaitSent(BEGINNING, "id: 1.381c25\nevent: top\ndata: {  }\n\n");
    }

    @Test
    void whoHasTheLatestPageHearsNothingUntilTheNext() {
        begin("1.f62", sent::add);
        put("1", "{}", "{\"rank\":3}");
        put("2", "{\"total\":1}", "{\"rank\":3}");

        awaitSent(BEGINNING, "id: 2.d922d6e1\nevent: top\ndata: {\"total\":1}\n\n");
    }

    @Test
    void whoHasAnotherPageOfTheVersionGetsThisOne() {
        begin("1.f62", sent::add);
        put("1", "{\"total\":1}", null);

        awaitSent(BEGINNING, "id: 1.d922d6e1\nevent: top\ndata: {\"total\":1}\n\n");
    }

    @Test
    void whatHasNotChangedIsNotSentAgain() {
        begin(null, sent::add);
        put("1", "{}", null);
        put("2", "{}", "{\"rank\":3}");
        put("3", "{}", "{\"rank\":3}");
        put("4", "{}", null);

        awaitSent(
                BEGINNING,
                "id: 1.f62\nevent: top\ndata: {}\n\n",
                "event: me\ndata: {\"rank\":3}\n\n",
                "event: me\ndata: null\n\n");
    }

    @Test
    void aQuietStreamHasHeartbeats() {
        Thread.ofVirtual().start(new EventStream(slot, sent::add, null, Duration.ofMillis(20), LONG));

        await().until(() -> sent.size() > 3);
        assertThat(List.copyOf(sent).subList(1, 4)).containsOnly(":\n\n");
    }

    @Test
    void endsWhenItsTimeIsOver() throws InterruptedException {
        var thread = Thread.ofVirtual()
                .start(new EventStream(slot, sent::add, null, Duration.ofSeconds(15), Duration.ofMillis(20)));

        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void endsWhenTheClientIsGone() throws InterruptedException {
        var thread = begin(null, text -> {
            throw new IOException("gone");
        });

        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void endsWhenItIsClosed() throws InterruptedException {
        var thread = begin(null, sent::add);
        slot.close();

        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
    }

    private Thread begin(@Nullable String seen, Sink sink) {
        return Thread.ofVirtual().start(new EventStream(slot, sink, seen, LONG, LONG));
    }

    /** Puts a state into the slot and waits until the stream has taken it. */
    private void put(String version, String top, @Nullable String mine) {
        slot.put(new StreamState(version, top, mine));
        await().until(slot::isEmpty);
    }

    private void awaitSent(String... texts) {
        await().untilAsserted(() -> assertThat(sent).containsExactly(texts));
    }
}
