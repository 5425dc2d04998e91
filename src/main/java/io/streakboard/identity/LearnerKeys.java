package io.streakboard.identity;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.LearnerProperties.Keys;
import io.streakboard.web.LearnerId;
import io.streakboard.web.LearnerTexts;
import io.streakboard.web.Problem;
import io.streakboard.web.RateLimitedLogger;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The keys by which learners are known outside, and their ids, the numbers inside. With {@code
 * streakboard.learners.keys=numbers} a key is the id. With {@code texts} the id is computed from the key, and the key
 * is stored with the first fact about the learner, in its transaction. An id has one key: another key of the same id is
 * refused.
 */
@Component
public class LearnerKeys implements LearnerTexts {

    /** What {@link #idOrTaken} returns for a key whose id another learner has. No learner has it. */
    public static final long TAKEN = Long.MIN_VALUE;

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(LearnerKeys.class));

    /** Printable ASCII but characters that paths, queries and files cut or escape. */
    private static final Pattern KEY = Pattern.compile("[!-~&&[^/\\\\;%?#]]{1,128}");

    private static final Pattern NAMED = Pattern.compile("learner=([0-9]{1,19})");
    private static final String UNKNOWN = "~unknown";

    private final boolean texts;
    private final LearnerHash hash;
    private final KnownKeys known;
    private final Counter collisions;

    LearnerKeys(LearnerProperties properties, LearnerHash hash, KeyTable table, MeterRegistry metrics) {
        this.texts = properties.keys() == Keys.TEXTS;
        this.hash = hash;
        this.known = new KnownKeys(table);
        this.collisions = Counter.builder("streakboard.learners.keys.taken")
                .description("Facts and requests refused because another learner has the id of their key")
                .register(metrics);
    }

    @Override
    public boolean areTexts() {
        return texts;
    }

    /** The setting, as it is written. */
    public String setting() {
        return (texts ? Keys.TEXTS : Keys.NUMBERS).name().toLowerCase(Locale.ROOT);
    }

    /**
     * The id of a learner's key, always positive; null if the text is not exactly such a key.
     *
     * @throws Problem if another learner is known to have this id
     */
    public @Nullable Long id(@Nullable String key) {
        var id = idOrTaken(key);
        if (id != null && id == TAKEN) {
            throw taken();
        }
        return id;
    }

    /** The same, but {@link #TAKEN} if another learner is known to have the id, for items that are refused one by one. */
    @Override
    public @Nullable Long idOrTaken(@Nullable String key) {
        var id = key == null ? null : idUnnoted(key);
        return id == null || key == null || !texts || met(id, key) ? id : (Long) TAKEN;
    }

    /** The id of a key without taking note of it, for files that are only looked through. */
    public @Nullable Long idUnnoted(String key) {
        if (!texts) {
            return CurrentLearner.parse(key);
        }
        return KEY.matcher(key).matches() ? (Long) hash.of(key) : null;
    }

    /**
     * Takes note of a key and its id.
     *
     * @return whether it may be the id's key: false if the id is known to have another
     */
    public boolean met(long id, String key) {
        return known.meet(id, key) || !refused(1);
    }

    /**
     * The id of the learner that a parameter names.
     *
     * @throws Problem if the text is not exactly a key, or another learner has this id
     */
    public long named(String field, String key) {
        return named(field, List.of(key)).getFirst();
    }

    /** The same for a list, with one statement at most. */
    public List<Long> named(String field, List<String> keys) {
        var ids = keys.stream().map(key -> one(field, key)).toList();
        compare(ids);
        return ids;
    }

    private long one(String field, String key) {
        return Optional.ofNullable(id(key)).orElseThrow(() -> malformed(field));
    }

    /** The same without taking note of keys: long lists in questions must not displace keys of new facts. */
    public List<Long> asked(String field, List<String> keys) {
        var ids = new HashMap<String, Long>();
        keys.forEach(key -> ids.put(key, Optional.ofNullable(idUnnoted(key)).orElseThrow(() -> malformed(field))));
        var named = new HashMap<Long, String>();
        ids.forEach((key, id) -> named.put(id, key));
        if (texts && refused(known.others(named))) {
            throw taken();
        }
        return keys.stream().map(ids::get).toList();
    }

    private Problem malformed(String field) {
        var words = texts ? LearnerId.KEY_WORDS : LearnerId.ID_WORDS;
        return Problem.invalid(field, "must be " + words, "malformed", Map.of("expected", "learner"));
    }

    /**
     * Compares keys from a request with the stored ones. An instance asks MySQL once for each learner; while it is away,
     * the instance asks later.
     *
     * @throws Problem if another learner has one of the ids
     */
    public void compare(Collection<Long> learners) {
        if (texts && refused(known.differing(learners))) {
            throw taken();
        }
    }

    /** The key of a learner. While MySQL is away, a text that is no learner's for keys that are not in memory. */
    @Override
    public String key(long learner) {
        return of(List.of(learner)).getOrDefault(learner, UNKNOWN);
    }

    /**
     * The keys of learners, with one statement at most. Learners without a key are left out: deleted ones and, while
     * MySQL is away, those who are not in memory. The negative numbers of deleted learners stay.
     */
    public Map<Long, String> of(Collection<Long> learners) {
        return known.of(learners, learner -> texts && learner > 0);
    }

    /** Reads the keys that an answer is going to have, with one statement for those that are not in memory. */
    public void load(Collection<Long> learners) {
        if (texts) {
            of(learners);
        }
    }

    /** The key for an entry of the journal, from memory; empty if it is not there or keys are numbers. */
    public String forJournal(long learner) {
        var key = texts ? known.inMemory(learner) : null;
        return key == null ? "" : key;
    }

    /** The values of a file's column for learners, read with one statement: keys, or ids as numbers. */
    public LongFunction<Object> columns(Collection<Long> learners) {
        if (!texts) {
            return learner -> learner;
        }
        var keys = of(learners);
        return learner -> learner > 0 ? keys.getOrDefault(learner, UNKNOWN) : (Object) learner;
    }

    @Override
    public String shown(String text) {
        return texts
                ? NAMED.matcher(text)
                        .replaceAll(id -> Matcher.quoteReplacement("learner=" + key(Long.parseLong(id.group(1)))))
                : text;
    }

    /** @return the learners whose id has another key: facts about them must not be written */
    Set<Long> store(Collection<Long> learners) {
        var taken = texts ? known.store(learners) : Set.<Long>of();
        refused(taken.size());
        return taken;
    }

    private boolean refused(int times) {
        if (times > 0) {
            collisions.increment(times);
            log.warn("A learner was refused: the id of the key belongs to another key", taken());
        }
        return times > 0;
    }

    static Problem taken() {
        return Problem.of(
                HttpStatus.CONFLICT,
                "learner-key-taken",
                "Another learner has the id of this key. Give the learner another key.");
    }

    /** Within the caller's transaction. Other instances may remember the key, but show it nowhere. */
    void delete(long learner) {
        if (texts) {
            known.delete(learner);
        }
    }
}
