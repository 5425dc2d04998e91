package io.streakboard.rulebook;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.identity.ChangeFollower;
import io.streakboard.identity.ChangePoller;
import io.streakboard.rulebook.RulebookVersion.Header;
import io.streakboard.rulebook.RulebookVersion.NotUnderstood;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * The rules in force at an instant. Every instance of the application knows a version within two seconds of its
 * publication, and a version is valid five seconds after it or later, so all change over at the same moment.
 */
@Component
public class Rulebook extends ChangeFollower implements SmartInitializingSingleton {

    private static final int PARSED = 64;

    private static final Logger log = LoggerFactory.getLogger(Rulebook.class);

    private final RulebookVersions versions;
    private final RuleReader reader;
    private final ConfiguredRules configured;
    private final BusinessTime time;
    private final ChangePoller<Header> poller;
    private final LoadingCache<Header, Rules> parsed =
            Caffeine.newBuilder().maximumSize(PARSED).build(this::parse);

    /** Oldest first; empty until the first use. */
    private volatile List<Header> timeline = List.of();

    /** The version that was used last: nearly always the one that is used next. */
    private volatile @Nullable Used last;

    /** The version that this program does not understand; null if it understands all that count. */
    private volatile @Nullable NotUnderstood notUnderstood;

    private volatile long readAt = System.nanoTime();
    private volatile long readingSince = readAt;

    private record Used(Header version, Rules rules) {}

    Rulebook(
            RulebookVersions versions,
            RuleReader reader,
            ConfiguredRules configured,
            BusinessTime time,
            TaskScheduler scheduler) {
        super(scheduler);
        this.versions = versions;
        this.reader = reader;
        this.configured = configured;
        this.time = time;
        // All versions each time: a withdrawn one is gone, and a restored MySQL may have fewer.
        this.poller = new ChangePoller<>((after, limit) -> headers(after), Header::number, this::follow);
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

    /** The rules of a section in the versions with these numbers and all between them, oldest first. */
    public <R> List<R> between(RuleSection<R> section, long first, long last) {
        return timeline().stream()
                .filter(version -> version.number() >= first && version.number() <= last)
                .map(version -> rules(version).of(section))
                .toList();
    }

    /** The number of the version in force now. */
    public long version() {
        return headerAt(time.now()).number();
    }

    /** The number of the version that was in force a while ago. */
    public long versionAgo(Duration ago) {
        return headerAt(time.now().minus(ago)).number();
    }

    Header headerAt(Instant instant) {
        return headerAt(instant, timeline());
    }

    private static Header headerAt(Instant instant, List<Header> known) {
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
        if (isStale()) {
            synchronized (poller) {
                if (isStale()) { // or another thread has read meanwhile
                    poller.read();
                }
            }
        }
    }

    private boolean isStale() {
        return lag().compareTo(Publisher.STALE) > 0;
    }

    /** Reads the versions at once, after a publication of this instance. */
    void refresh() {
        poller.read();
    }

    private List<Header> headers(long after) {
        readingSince = System.nanoTime();
        var headers = versions.findByWithdrawnAtIsNullOrderByNumber();
        return headers.isEmpty() || headers.getLast().number() == after ? List.of() : headers; // no second page
    }

    /** The time since this instance last read about versions. */
    Duration lag() {
        return Duration.ofNanos(System.nanoTime() - readAt);
    }

    /** The reason why this instance cannot serve; null if it can. */
    @Nullable
    NotUnderstood notUnderstood() {
        return notUnderstood;
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

    /**
     * Parses the version in force and the next one before others see them. So MySQL may be away when the next becomes
     * valid.
     */
    private void follow(List<Header> headers) {
        var known = timeline;
        if (!known.isEmpty() && headers.getLast().number() < known.getLast().number()) {
            log.warn(
                    "The newest version of the rulebook is {} and was {}",
                    headers.getLast().number(),
                    known.getLast().number());
        }
        var current = headerAt(time.now(), headers);
        notUnderstood = headers.stream()
                .filter(header -> header.number() >= current.number())
                .map(this::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        timeline = List.copyOf(headers);
        readAt = readingSince;
        if (!known.isEmpty()) {
            headers.stream()
                    .filter(header -> header.number() > known.getLast().number())
                    .forEach(header -> log.info(
                            "Version {} of the rulebook is valid from {}", header.number(), header.validFrom()));
        }
    }

    private @Nullable NotUnderstood failure(Header header) {
        try {
            rules(header);
            return null;
        } catch (NotUnderstood failure) {
            return failure;
        }
    }

    private Rules parse(Header header) {
        return reader.read(versions.findById(header.number()).orElseThrow());
    }

    @Override
    public void afterSingletonsInstantiated() {
        timeline();
    }

    @Override
    protected ChangePoller<Header> poller() {
        return poller;
    }
}
