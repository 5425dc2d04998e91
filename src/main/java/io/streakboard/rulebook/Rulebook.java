package io.streakboard.rulebook;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.identity.ChangePoller;
import io.streakboard.rulebook.RulebookVersion.Header;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * The rules in force at an instant. Every instance of the application knows a version within two seconds of its
 * publication, and a version is valid five seconds after it or later, so all change over at the same moment.
 */
@Component
public class Rulebook implements SmartInitializingSingleton, SmartLifecycle {

    private static final int PARSED = 64;

    /** Less than {@link Publisher#NOTICE}: a version read about by then is not valid yet. */
    private static final Duration STALE = Duration.ofSeconds(4);

    private final RulebookVersions versions;
    private final RuleReader reader;
    private final ConfiguredRules configured;
    private final BusinessTime time;
    private final TaskScheduler scheduler;
    private final ChangePoller<Header> poller;
    private final LoadingCache<Header, Rules> parsed =
            Caffeine.newBuilder().maximumSize(PARSED).build(this::parse);

    /** Oldest first; empty until the first use. */
    private volatile List<Header> timeline = List.of();

    /** The version that was used last: nearly always the one that is used next. */
    private volatile @Nullable Used last;

    private volatile long readAt = System.nanoTime();

    private record Used(Header version, Rules rules) {}

    Rulebook(
            RulebookVersions versions,
            RuleReader reader,
            ConfiguredRules configured,
            BusinessTime time,
            TaskScheduler scheduler) {
        this.versions = versions;
        this.reader = reader;
        this.configured = configured;
        this.time = time;
        this.scheduler = scheduler;
        // All versions each time: a withdrawn one is gone, and a restored MySQL may have fewer.
        this.poller = new ChangePoller<>((after, limit) -> headers(), Header::number, this::follow);
    }

    /** The rules of a section that decide about something that happened at an instant. */
    public <R> R at(RuleSection<R> section, Instant instant) {
        var version = headerAt(instant);
        var used = last;
        if (used == null || used.version() != version) {
            used = new Used(version, rules(version));
            last = used;
        }
        return used.rules().of(section);
    }

    /** The rules of a section that are in force now. */
    public <R> R current(RuleSection<R> section) {
        return at(section, time.now());
    }

    /** The number of the version in force now. */
    public long version() {
        return headerAt(time.now()).number();
    }

    Header headerAt(Instant instant) {
        var known = timeline();
        for (int i = known.size() - 1; i > 0; i--) { // nearly always the last one
            if (!instant.isBefore(known.get(i).validFrom())) {
                return known.get(i);
            }
        }
        return known.getFirst();
    }

    /** The version that is published and not yet valid; null if there is none. */
    @Nullable
    Header pending() {
        var newest = timeline().getLast();
        return newest.validFrom().isAfter(time.now()) ? newest : null;
    }

    Rules rules(Header version) {
        return parsed.get(version);
    }

    /**
     * Reads the versions if that has not succeeded for a while. Whatever writes to MySQL calls it before, so it uses no
     * rules that have been replaced.
     */
    public void refreshIfStale() {
        if (System.nanoTime() - readAt > STALE.toNanos()) {
            refresh();
        }
    }

    /** Reads the versions at once, after a publication of this instance. */
    void refresh() {
        poller.read();
    }

    private List<Header> headers() {
        long began = System.nanoTime();
        var headers = versions.headers();
        readAt = began;
        return headers;
    }

    private List<Header> timeline() {
        return timeline.isEmpty() ? begin() : timeline;
    }

    /** Publishes the rules of the properties where that is due. The first caller does it, during the start. */
    private synchronized List<Header> begin() {
        if (timeline.isEmpty()) {
            configured.publish();
            poller.read();
        }
        return timeline;
    }

    private void follow(List<Header> headers) {
        timeline = List.copyOf(headers);
    }

    private Rules parse(Header header) {
        return reader.read(versions.findById(header.number()).orElseThrow());
    }

    @Override
    public void afterSingletonsInstantiated() {
        timeline();
    }

    @Override
    public void start() {
        poller.start(scheduler);
    }

    @Override
    public void stop() {
        poller.stop();
    }

    @Override
    public boolean isRunning() {
        return poller.isRunning();
    }
}
