package io.streakboard.identity;

import static java.util.stream.Collectors.toMap;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.sharing.SharedTrips;
import io.streakboard.sharing.WriteBehind;
import io.streakboard.web.CountedLog;
import io.streakboard.web.Outage;
import io.streakboard.web.Text;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * The names learners show on boards, table {@code learner}, taken from their tokens. Names are
 * gathered for a moment, and those that changed are written, so no request waits for MySQL because of a name. When there
 * is no room, the name is taken from a later request.
 *
 * <p>Boards read names from memory. A name written by another instance shows here after a while.
 */
@Component
public class LearnerNames implements SmartLifecycle, PersonalData {

    private static final CountedLog log = new CountedLog(LoggerFactory.getLogger(LearnerNames.class));

    private static final int QUEUE = 10_000;
    private static final int REMEMBERED = 100_000;
    private static final int BATCH = 500;
    private static final int READ_AT_A_TIME = 500;
    private static final int STATEMENTS_AT_ONCE = 2;
    private static final int LONGEST = 100;
    private static final Duration LINGER = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMillis(250);
    private static final Duration SHOWN_FOR = Duration.ofSeconds(30);
    private static final String NONE = "";

    /** The writing thread maintains the cache: waking another thread costs more than the upkeep. */
    private static final Executor UPKEEP = Runnable::run;

    private record Name(long learner, String name) {}

    private final JdbcTemplate batches;
    private final JdbcClient jdbc;
    private final DeletedLearners deleted;

    /** Names that this instance has written or found in MySQL, so that it does not ask again with each request. */
    private final Cache<Long, String> remembered =
            Caffeine.newBuilder().maximumSize(REMEMBERED).executor(UPKEEP).build();

    private final Cache<Long, String> shown = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(SHOWN_FOR)
            .executor(UPKEEP)
            .build();

    /** Concurrent readers share a statement, because around each learner are others. */
    private final SharedTrips<Long, String> reads =
            new SharedTrips<>(READ_AT_A_TIME, STATEMENTS_AT_ONCE, PATIENCE, this::read);

    private final WriteBehind<Name> gathered =
            new WriteBehind<>("learner-names", QUEUE, BATCH, LINGER, this::write, this::forget);

    LearnerNames(JdbcTemplate batches, JdbcClient jdbc, DeletedLearners deleted) {
        this.batches = batches;
        this.jdbc = jdbc;
        this.deleted = deleted;
    }

    /** The names of learners. Learners without a name are left out, and while MySQL is away who is not in memory. */
    public Map<Long, String> of(Collection<Long> learners) {
        var names = new HashMap<>(
                Outage.bridged(() -> shown.getAll(learners, this::shared), () -> Optional.of(inMemory(learners))));
        names.entrySet().removeIf(name -> name.getValue().equals(NONE) || deleted.contains(name.getKey()));
        return names;
    }

    private Map<Long, String> inMemory(Collection<Long> learners) {
        var names = new HashMap<>(remembered.getAllPresent(learners));
        names.putAll(shown.getAllPresent(learners));
        return names;
    }

    private Map<Long, String> shared(Set<? extends Long> learners) {
        var asked = List.<Long>copyOf(learners);
        var answers = reads.ask(asked).iterator();
        return asked.stream().collect(toMap(Function.identity(), learner -> answers.next()));
    }

    /** Has an entry for each learner, so that a missing name is not asked for again either. */
    private List<String> read(List<Long> learners) {
        var names = stored(learners);
        return learners.stream()
                .map(learner -> names.getOrDefault(learner, NONE))
                .toList();
    }

    private Map<Long, String> stored(Collection<? extends Long> learners) {
        var names = new HashMap<Long, String>();
        jdbc.sql("SELECT user_id, name FROM learner WHERE user_id IN (:learners)")
                .param("learners", learners)
                .query(row -> {
                    names.put(row.getLong("user_id"), row.getString("name"));
                });
        return names;
    }

    @Override
    public String section() {
        return "profile";
    }

    @Override
    public Object of(long learner) {
        var name = stored(List.of(learner)).get(learner);
        return name == null ? Map.of() : Map.of("name", name);
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM learner WHERE user_id = ?")
                .param(deleted.learner())
                .update();
        remembered.invalidate(deleted.learner());
        shown.invalidate(deleted.learner());
    }

    /**
     * Takes the name from a learner's request; it is written soon, unless it is known. A name with half a surrogate
     * pair is ignored, because no answer could contain it.
     */
    public void seen(long learner, String given) {
        var name = Text.cut(given, LONGEST);
        if (name.isBlank() || name.equals(remembered.getIfPresent(learner)) || !Text.isWhole(name)) {
            return;
        }
        if (gathered.add(new Name(learner, name))) {
            remembered.put(learner, name);
            shown.put(learner, name);
        }
    }

    private void write(List<Name> batch) {
        var names = new TreeMap<Long, String>(); // one order of locks on all instances
        batch.forEach(name -> names.put(name.learner(), name.name()));
        names.entrySet().removeAll(stored(names.keySet()).entrySet());
        names.keySet().removeAll(deleted.among(names.keySet()));
        if (!names.isEmpty()) {
            batches.batchUpdate(
                    "INSERT INTO learner (user_id, name) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)",
                    names.entrySet().stream()
                            .map(name -> new Object[] {name.getKey(), name.getValue()})
                            .toList());
        }
    }

    private void forget(List<Name> batch, Throwable failure) {
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
