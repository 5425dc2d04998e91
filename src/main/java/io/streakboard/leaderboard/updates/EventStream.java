package io.streakboard.leaderboard.updates;

import io.streakboard.leaderboard.updates.Slot.StreamState;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends the states of its slot to one connection, as <a
 * href="https://html.spec.whatwg.org/multipage/server-sent-events.html">server-sent events</a>. Writing blocks while
 * the client does not read, so each stream runs on a thread of its own.
 *
 * <pre>
 * event: me
 * data: {"rank":3,"score":120}
 *
 * id: 1795219200042.5f3a1c7e
 * event: top
 * data: {"board":"points", … }
 *
 * :
 * </pre>
 *
 * The id comes with the page, after the standing, so a client that has the id has seen both. Unchanged pages and
 * standings are not sent again.
 */
final class EventStream implements Runnable {

    /** Tells the client how long to wait before it reconnects, and sends the first byte of the answer. */
    private static final String BEGINNING = "retry: 2000\n\n";

    private static final String HEARTBEAT = ":\n\n";

    /** The receiver of a stream. */
    interface Sink {

        /** @throws IOException if the client is gone or does not read */
        void send(String text) throws IOException;
    }

    private final Slot slot;
    private final Sink sink;
    private final @Nullable String seen;
    private final Duration heartbeat;
    private final long end;
    private @Nullable StreamState sent;

    /**
     * @param seen id of the client's page; nothing is sent while it is the latest
     * @param length maximum duration of the stream
     */
    EventStream(Slot slot, Sink sink, @Nullable String seen, Duration heartbeat, Duration length) {
        this.slot = slot;
        this.sink = sink;
        this.seen = seen;
        this.heartbeat = heartbeat;
        this.end = System.nanoTime() + length.toNanos();
    }

    /** Runs until the slot is closed, the time is over, or the client is gone. */
    @Override
    public void run() {
        try {
            sink.send(BEGINNING);
            for (long left = left(); left > 0 && !slot.isClosed(); left = left()) {
                var state = slot.take(Math.min(heartbeat.toNanos(), left));
                if (state != null) {
                    send(state);
                } else if (!slot.isClosed()) {
                    sink.send(HEARTBEAT);
                }
            }
        } catch (IOException | IllegalStateException gone) {
            // normal: the client is gone
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private long left() {
        return end - System.nanoTime();
    }

    /** Extra data of a score may have line breaks between its values. */
    private static String onOneLine(@Nullable String json) {
        return json == null ? "null" : json.replace('\n', ' ').replace('\r', ' ');
    }

    private void send(StreamState state) throws IOException {
        var before = sent;
        sent = state;
        if (before == null && state.id().equals(seen)) {
            return;
        }
        var events = new StringBuilder();
        if (!Objects.equals(state.mine(), before == null ? null : before.mine())) {
            events.append("event: me\ndata: ").append(onOneLine(state.mine())).append("\n\n");
        }
        if (before == null || !state.top().equals(before.top())) {
            events.append("id: ").append(state.id());
            events.append("\nevent: top\ndata: ").append(onOneLine(state.top())).append("\n\n");
        }
        if (!events.isEmpty()) {
            sink.send(events.toString());
        }
    }
}
