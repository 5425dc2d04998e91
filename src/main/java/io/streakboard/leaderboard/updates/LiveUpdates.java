package io.streakboard.leaderboard.updates;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.DeletedLearners;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Service;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** The streams of this instance. Stops before the server, which would wait for open streams. */
@Service
public class LiveUpdates implements SmartLifecycle {

    /** Streams that are open. */
    static final String STREAMS = "streakboard.updates.streams";

    /** Watched editions. */
    static final String EDITIONS = "streakboard.updates.editions";

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    private static final long NO_TIMEOUT = 0;

    /** As long as names are in memory, see {@code LearnerNames}. */
    private static final Duration PAGE_TTL = Duration.ofSeconds(30);

    /** Tokens may last for centuries. */
    private static final Duration MAX_LENGTH = Duration.ofDays(1);

    private final UpdatesProperties properties;
    private final DeletedLearners deleted;
    private final StreamQuota quota;
    private final Map<String, EditionPoller> pollers = new ConcurrentHashMap<>();
    private volatile boolean running;

    LiveUpdates(UpdatesProperties properties, DeletedLearners deleted, MeterRegistry metrics) {
        this.properties = properties;
        this.deleted = deleted;
        this.quota = new StreamQuota(properties.maxStreamsPerLearner(), properties.streams());
        metrics.gauge(STREAMS, quota, StreamQuota::taken);
        metrics.gauge(EDITIONS, pollers, Map::size);
    }

    /**
     * Opens a stream, on a thread of its own: the request's thread is free again at once.
     *
     * @param name of the watched ranking; streams of the same name share one poller
     * @param begin runs its argument once no other code writes to the response
     */
    public ResponseBodyEmitter open(String name, WatchedRanking watched, Viewer viewer, Consumer<Runnable> begin) {
        if (!running) {
            throw TooManyStreams.ofInstance();
        }
        var slot = new Slot(viewer.member());
        quota.take(viewer.caller(), slot);
        if (!running) {
            slot.close(); // it came after the closing of all others
        }
        var emitter = new ResponseBodyEmitter(NO_TIMEOUT);
        emitter.onCompletion(slot::close);
        var stream = new EventStream(
                slot,
                text -> send(text, viewer, emitter),
                viewer.seen(),
                properties.heartbeat(),
                length(viewer.until()));
        watch(name, watched, slot);
        var thread = Thread.ofVirtual().name("updates-for-" + viewer.caller()).unstarted(() -> {
            try {
                stream.run();
            } finally {
                leave(name, slot);
                quota.giveBack(viewer.caller(), slot);
                end(emitter);
            }
        });
        begin.accept(thread::start);
        return emitter;
    }

    /** Ends the streams of deleted learners with the next heartbeat, on every instance. */
    private void send(String text, Viewer viewer, ResponseBodyEmitter emitter) throws IOException {
        if (viewer.learner() != null && deleted.contains(viewer.learner())) {
            throw new IOException("The learner was deleted");
        }
        emitter.send(text, TEXT);
    }

    private static void end(ResponseBodyEmitter emitter) {
        try {
            emitter.complete();
        } catch (IllegalStateException ended) {
            // the server has ended it because the client is gone
        }
    }

    private static Duration length(Instant until) {
        var length = Duration.between(Instant.now(), until);
        return length.compareTo(MAX_LENGTH) < 0 ? length : MAX_LENGTH;
    }

    private void watch(String name, WatchedRanking watched, Slot slot) {
        pollers.compute(name, (key, known) -> {
            var poller = known;
            if (poller == null) {
                poller = new EditionPoller(watched, properties.interval(), PAGE_TTL);
                poller.start();
            }
            poller.add(slot);
            return poller;
        });
    }

    private void leave(String name, Slot slot) {
        pollers.computeIfPresent(name, (key, poller) -> {
            if (!poller.remove(slot)) {
                return poller;
            }
            poller.stop();
            return null;
        });
    }

    @Override
    public void start() {
        running = true;
    }

    /** The clients reconnect to another instance. */
    @Override
    public void stop() {
        running = false;
        quota.closeAll();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
