package io.streakboard.identity;

import static java.util.Objects.requireNonNullElse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.sharing.RequestBatcher;
import io.streakboard.sharing.WriteBehind;
import io.streakboard.web.AfterCommit;
import io.streakboard.web.Outage;
import io.streakboard.web.RateLimitedLogger;
import io.streakboard.web.ViolationCode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * The names and avatars of learners on boards, from their tokens or from the platform. Names in tokens are gathered for
 * a moment and written if they changed, so no request waits for MySQL because of a name. When there is no room, the
 * name is taken from a later request.
 *
 * <p>Boards read names from memory. A name written by another instance shows here after at most 30 seconds.
 */
@Component
public class LearnerNames implements SmartLifecycle, PersonalData {

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(LearnerNames.class));

    private static final int QUEUE = 10_000;
    private static final int REMEMBERED = 100_000;
    private static final int BATCH = 500;
    private static final int READ_AT_A_TIME = 500;
    private static final int STATEMENTS_AT_ONCE = 2;
    private static final Duration LINGER = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofMillis(250);
    private static final Duration SHOWN_FOR = Duration.ofSeconds(30);

    /** The writing thread maintains the cache: waking another thread costs more than the upkeep. */
    private static final Executor UPKEEP = Runnable::run;

    private record NewName(long learner, String name) {}

    /**
     * @param token the name in the learner's last token
     * @param profile the profile to show while MySQL is away
     */
    private record CachedName(@Nullable String token, LearnerProfile profile) {}

    private final ProfileTable table;
    private final DeletedLearners deleted;

    /** The names that this instance has written to or read from MySQL, which saves a query with each request. */
    private final Cache<Long, CachedName> remembered =
            Caffeine.newBuilder().maximumSize(REMEMBERED).executor(UPKEEP).build();

    private final Cache<Long, LearnerProfile> shown = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(SHOWN_FOR)
            .executor(UPKEEP)
            .build();

    /**
     * Concurrent readers share a statement: pages around different learners need different names, which the cache
     * lacks.
     */
    private final RequestBatcher<Long, LearnerProfile> reads =
            new RequestBatcher<>(READ_AT_A_TIME, STATEMENTS_AT_ONCE, TIMEOUT, this::read);

    private final WriteBehind<NewName> gathered =
            new WriteBehind<>("learner-names", QUEUE, BATCH, LINGER, this::write, this::forget);

    LearnerNames(ProfileTable table, DeletedLearners deleted) {
        this.table = table;
        this.deleted = deleted;
    }

    /**
     * The names and avatars of learners. Learners without a name are left out; while MySQL is away, so are learners who
     * are not in memory.
     */
    public Map<Long, LearnerProfile> profiles(Collection<Long> learners) {
        var profiles = Outage.withFallback(() -> current(learners), () -> Optional.of(inMemory(learners)));
        profiles.entrySet().removeIf(each -> each.getValue().name().isEmpty() || deleted.contains(each.getKey()));
        return profiles;
    }

    /** Learners whose names begin with a text, in whatever case, by name. A deleted one may have a row for a while. */
    Map<Long, LearnerProfile> beginningWith(String begin, int limit) {
        var profiles = table.beginningWith(begin, limit);
        profiles.keySet().removeIf(deleted::contains);
        return profiles;
    }

    private Map<Long, LearnerProfile> inMemory(Collection<Long> learners) {
        var profiles = new HashMap<Long, LearnerProfile>();
        remembered.getAllPresent(learners).forEach((learner, known) -> profiles.put(learner, known.profile()));
        profiles.putAll(shown.getAllPresent(learners));
        return profiles;
    }

    /** Has an entry for each learner. A name that was set during the read is newer than the one read. */
    private Map<Long, LearnerProfile> current(Collection<Long> learners) {
        var profiles = new HashMap<>(shown.getAllPresent(learners));
        var others = learners.stream()
                .filter(learner -> !profiles.containsKey(learner))
                .distinct()
                .toList();
        if (!others.isEmpty()) {
            var answers = reads.ask(others).iterator();
            others.forEach(learner -> {
                var read = answers.next();
                profiles.put(learner, requireNonNullElse(shown.asMap().putIfAbsent(learner, read), read));
            });
        }
        return profiles;
    }

    /** Has an entry for each learner, so that missing names are remembered as well. */
    private List<LearnerProfile> read(List<Long> learners) {
        var profiles = table.read(learners);
        return learners.stream()
                .map(learner -> profiles.getOrDefault(learner, LearnerProfile.NONE))
                .toList();
    }

    @Override
    public String section() {
        return "profile";
    }

    @Override
    public Object of(long learner) {
        var profile = table.read(List.of(learner)).get(learner);
        if (profile == null) {
            return Map.of();
        }
        return profile.avatar() == null
                ? Map.of("name", profile.name())
                : Map.of("name", profile.name(), "avatar", profile.avatar());
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        table.erase(deleted.learner());
        remembered.invalidate(deleted.learner());
        shown.invalidate(deleted.learner());
    }

    /**
     * Takes the name from a learner's request and writes it soon if it is new. A name that would be refused elsewhere is
     * ignored: it must not keep a learner out.
     */
    public void seen(long learner, String name) {
        var known = remembered.getIfPresent(learner);
        if (known != null && name.equals(known.token())
                || LearnerProfile.violation(name, null).isPresent()) {
            return;
        }
        var profile = known == null ? shown.getIfPresent(learner) : known.profile();
        if (!table.takes(profile)) {
            remembered.put(learner, new CachedName(name, profile == null ? LearnerProfile.NONE : profile));
        } else if (gathered.add(new NewName(learner, name))) {
            show(learner, name, (profile == null ? LearnerProfile.NONE : profile).named(name));
        }
    }

    private void show(long learner, @Nullable String token, LearnerProfile profile) {
        remembered.put(learner, new CachedName(token, profile));
        shown.put(learner, profile);
    }

    /** Sets names and avatars, and returns the learners that it left out. */
    Map<Long, ViolationCode> set(Map<Long, LearnerProfile> given) {
        var profiles = new TreeMap<>(given);
        var refused = deleted.refused(given.keySet());
        profiles.keySet().removeAll(refused.keySet());
        table.set(profiles);
        AfterCommit.run(() -> showStored(profiles.keySet()));
        return refused;
    }

    /** One at a time: else a name that another request has replaced since could be shown after the new one. */
    private synchronized void showStored(Collection<Long> learners) {
        table.read(learners).forEach((learner, profile) -> show(learner, null, profile));
    }

    /** A name that the platform sets meanwhile is newer than the one read. */
    private void write(List<NewName> batch) {
        var names = new TreeMap<Long, String>(); // the same order of locks on all instances
        batch.forEach(name -> names.put(name.learner(), name.name()));
        var stored = table.read(names.keySet());
        var changed = new TreeMap<>(names);
        changed.entrySet().removeIf(each -> isStored(stored.get(each.getKey()), each.getValue()));
        changed.keySet().removeAll(deleted.refused(changed.keySet()).keySet());
        table.write(changed);
        stored.forEach((learner, profile) -> {
            if (!table.takes(profile)) {
                remembered.put(learner, new CachedName(names.get(learner), profile));
                shown.asMap().computeIfPresent(learner, (id, present) -> present.set() ? present : profile);
            }
        });
    }

    private boolean isStored(@Nullable LearnerProfile stored, String name) {
        return stored != null && (stored.name().equals(name) || !table.takes(stored));
    }

    private void forget(List<NewName> batch, Throwable failure) {
        log.warn("Names of learners were not written and will be taken from later requests", failure);
        batch.forEach(name -> remembered.invalidate(name.learner()));
    }

    @Override
    public void start() {
        gathered.start();
    }

    @Override
    public void stop() {
        gathered.stop();
    }

    @Override
    public boolean isRunning() {
        return gathered.isRunning();
    }
}
