package io.streakboard.identity;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.identity.RecentKeys.RecentKey;
import io.streakboard.sharing.RequestBatcher;
import io.streakboard.web.AfterCommit;
import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Keys in memory and in MySQL. An instance remembers the keys that it met, so a known learner's request asks no store. */
class KnownKeys {

    private static final int REMEMBERED = 200_000;
    private static final int READ_AT_A_TIME = 500;
    private static final int STATEMENTS_AT_ONCE = 2;
    private static final Duration TIMEOUT = Duration.ofMillis(250);

    private final KeyTable table;

    /** Keys that are in MySQL. */
    private final Cache<Long, String> stored = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run) // waking a thread costs more than the upkeep
            .build();

    private final RecentKeys recent = new RecentKeys();

    private final RequestBatcher<Long, Optional<String>> reads =
            new RequestBatcher<>(READ_AT_A_TIME, STATEMENTS_AT_ONCE, TIMEOUT, this::read);

    KnownKeys(KeyTable table) {
        this.table = table;
    }

    /** Takes note of a key. False if the id has another one, be it that only a request has named it. */
    boolean meet(long id, String key) {
        var known = inMemory(id);
        if (known == null) {
            recent.put(id, new RecentKey(key, false));
        } else if (!known.equals(key) && stored.getIfPresent(id) == null) {
            var inTable = ask(List.of(id)).getFirst();
            if (inTable.filter(key::equals).isPresent()) { // the other key was refused, or will be
                stored.put(id, key);
                recent.remove(id);
                return true;
            }
        }
        return known == null || known.equals(key);
    }

    @Nullable
    String inMemory(long id) {
        var key = stored.getIfPresent(id);
        var met = key == null ? recent.of(id) : null;
        return met == null ? key : met.key();
    }

    /** The number of ids that requests named by other keys than the stored ones. */
    int differing(Collection<Long> learners) {
        var asked = learners.stream().filter(this::isUncompared).distinct().toList();
        int differing = 0;
        var found = asked.isEmpty() ? List.<Optional<String>>of() : ask(asked);
        for (int i = 0; i < asked.size(); i++) {
            var met = recent.of(asked.get(i));
            if (met != null && found.get(i).isEmpty() && !Outage.ofMySql()) {
                recent.put(asked.get(i), new RecentKey(met.key(), true));
            } else if (met != null
                    && found.get(i).filter(key -> !key.equals(met.key())).isPresent()) {
                differing++;
            }
        }
        return differing;
    }

    /** The number of ids that are known to have another key than the given one. Does not take note of given keys. */
    int others(Map<Long, String> named) {
        var known = of(named.keySet(), learner -> true);
        return (int) named.entrySet().stream()
                .filter(each -> !each.getValue().equals(known.getOrDefault(each.getKey(), each.getValue())))
                .count();
    }

    /** @param named whether a learner has a key; others are shown by their numbers */
    Map<Long, String> of(Collection<Long> learners, LongPredicate named) {
        var keys = new HashMap<Long, String>();
        var missing = new TreeSet<Long>();
        for (long learner : learners) {
            var key = named.test(learner) ? inMemory(learner) : Long.toString(learner);
            if (key == null) {
                missing.add(learner);
            } else {
                keys.put(learner, key);
            }
        }
        if (!missing.isEmpty()) {
            var asked = List.copyOf(missing);
            var found = ask(asked);
            for (int i = 0; i < asked.size(); i++) {
                long learner = asked.get(i);
                found.get(i).ifPresent(key -> keys.put(learner, key));
            }
        }
        return keys;
    }

    /** Empty ones while MySQL is away. */
    private List<Optional<String>> ask(List<Long> learners) {
        return Outage.withFallback(
                () -> reads.ask(learners),
                () -> Optional.of(learners.stream()
                        .map(learner -> Optional.<String>empty())
                        .toList()));
    }

    private List<Optional<String>> read(List<Long> learners) {
        var keys = table.read(learners);
        note(keys);
        return learners.stream().map(keys::get).map(Optional::ofNullable).toList();
    }

    /** A fact that came with another key and is still to be written must find that key. */
    private void remember(long learner, String key) {
        if (!differs(learner, key)) {
            stored.put(learner, key);
            recent.remove(learner);
        }
    }

    private boolean isUncompared(long learner) {
        var met = recent.of(learner);
        return met != null && !met.compared();
    }

    private boolean differs(long learner, String key) {
        var met = recent.of(learner);
        return met != null && !met.key().equals(key);
    }

    /**
     * Stores the keys of learners within the caller's transaction. The rows are written in the order of ids, so that no
     * two transactions deadlock.
     *
     * @return the learners whose id has another key
     */
    Set<Long> store(Collection<Long> learners) {
        var due = learners.stream()
                .filter(learner -> learner > 0 && stored.getIfPresent(learner) == null)
                .collect(toCollection(TreeSet::new));
        if (due.isEmpty()) {
            return Set.of();
        }
        var keys = new HashMap<>(table.read(due));
        due.removeAll(keys.keySet());
        if (!due.isEmpty()) {
            table.add(due.stream().collect(toMap(learner -> learner, this::newKey, (one, other) -> one, TreeMap::new)));
            keys.putAll(table.read(due));
        }
        note(keys);
        return keys.entrySet().stream()
                .filter(each -> differs(each.getKey(), each.getValue()))
                .map(Map.Entry::getKey)
                .collect(toSet());
    }

    /**
     * Fails if no request, file or entry of the journal named the key lately: a fact must not be without its key. This is
     * no outage, as it may last: facts of others do not wait for it.
     */
    private String newKey(long learner) {
        var met = recent.of(learner);
        var key = met == null ? stored.getIfPresent(learner) : met.key(); // another transaction may have stored it
        if (key == null) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "store-unavailable",
                            "The key of a learner was forgotten before it was stored. Try again.")
                    .retryAfter(1);
        }
        return key;
    }

    /**
     * Takes note of keys in the table. In a transaction they may be its own, so they count as stored when it is
     * committed; if it is rolled back, the next one has to store them.
     */
    private void note(Map<Long, String> keys) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            keys.forEach((learner, key) -> {
                if (!differs(learner, key)) {
                    recent.put(learner, new RecentKey(key, true));
                }
            });
        }
        AfterCommit.run(() -> keys.forEach(this::remember));
    }

    void delete(long learner) {
        table.delete(learner);
        stored.invalidate(learner);
        recent.remove(learner);
    }
}
