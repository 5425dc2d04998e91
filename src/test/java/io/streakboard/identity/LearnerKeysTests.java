package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.identity.TestLearnerKeys.MemoryTable;
import io.streakboard.web.FormulaEscape;
import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class LearnerKeysTests {

    private static final String ADA = "0b7e5a6c-3f0e-4d7a-9c55-5a1d7be1f001";
    private static final String BEN = "auth0|5f7c8ec7c33c6c004bbafe82";

    private final MemoryTable table = new MemoryTable();
    private final LearnerKeys keys = TestLearnerKeys.texts(table);

    /** All keys have the id 7. */
    private final LearnerKeys colliding = TestLearnerKeys.texts(table, key -> 7);

    @Example
    void aNumberIsItsOwnKey() {
        var numbers = TestLearnerKeys.numbers();

        assertThat(numbers.id("42")).isEqualTo(42);
        assertThat(numbers.id(ADA)).isNull();
        assertThat(numbers.key(42)).isEqualTo("42");
        assertThat(numbers.of(List.of(42L, 43L))).isEqualTo(Map.of(42L, "42", 43L, "43"));
        assertThat(numbers.store(List.of(42L))).isEmpty();
        assertThat(numbers.forJournal(42)).isEmpty();
        assertThat(numbers.shown("learner=42")).isEqualTo("learner=42");
    }

    /** {@code printf %s abc | sha256sum} begins with ba7816bf8f01cfea, of which the last bit falls away. */
    @Example
    void anIdIsTheFirst63BitsOfTheHash() {
        assertThat(keys.id("abc")).isEqualTo(0xba7816bf8f01cfeaL >>> 1);
    }

    @Example
    void keysOfIssuersAreKeys() {
        for (var key : List.of(
                ADA,
                BEN,
                "ada@example.org",
                "urn:example:42",
                "google-oauth2|1078",
                "a_b-C",
                "=1+1",
                "x".repeat(128))) {
            assertThat(keys.id(key)).as(key).isPositive();
        }
        for (var text :
                List.of("", " ", "a b", "a/b", "a\\b", "a;b", "a%b", "a?b", "a#b", "\u00e9", "a\n", "x".repeat(129))) {
            assertThat(keys.id(text)).as(text).isNull();
            assertThatThrownBy(() -> keys.named("learner", text)).isInstanceOf(Problem.class);
        }
        assertThat(keys.id(null)).isNull();
    }

    @Property
    void aTextIsAKeyByItsCharactersAlone(@ForAll("texts") String text) {
        boolean fits = !text.isEmpty()
                && text.length() <= 128
                && text.chars().allMatch(each -> each > ' ' && each < 0x7f && "/\\;%?#".indexOf(each) < 0);

        assertThat(keys.id(text) != null).isEqualTo(fits);
        assertThat(keys.idUnnoted(text) != null).isEqualTo(fits);
    }

    @Property
    void aKeyComesBackAsItWas(@ForAll("keys") String key) {
        assertThat(keys.key(keys.named("learner", key))).isEqualTo(key);
        assertThat(FormulaEscape.unescaped(FormulaEscape.escaped(key))).isEqualTo(key);
        assertThat(URLDecoder.decode(URLEncoder.encode(key, StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(key);
        assertThat(keys.shown("first: learner=" + keys.id(key) + ", 7")).isEqualTo("first: learner=" + key + ", 7");
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withCharRange(' ', '\u0080')
                .withChars("/\\;%?# \u00e9")
                .ofMaxLength(130);
    }

    @Provide
    Arbitrary<String> keys() {
        return texts().filter(text -> text.matches("[!-~&&[^/\\\\;%?#]]{1,128}"));
    }

    @Example
    void aKeyIsStoredOnceWithTheFirstFact() {
        long ada = keys.named("learner", ADA);

        assertThat(keys.store(List.of(ada))).isEmpty();
        assertThat(table.rows).isEqualTo(Map.of(ada, ADA));
        int statements = table.statements;
        assertThat(keys.store(List.of(ada))).isEmpty();
        keys.compare(List.of(ada));
        assertThat(keys.of(Set.of(ada))).isEqualTo(Map.of(ada, ADA));
        assertThat(table.statements).isEqualTo(statements);
    }

    @Example
    void aFactWithoutAKnownKeyIsRefused() {
        assertThatThrownBy(() -> keys.store(List.of(42L)))
                .isInstanceOf(Problem.class)
                .matches(failure -> !Outage.is(failure), "is no outage, for which facts of others would wait");
        assertThat(table.rows).isEmpty();
    }

    @Example
    void questionsTakeNoNoteOfKeys() {
        long ada = keys.asked("ids", List.of(ADA, BEN)).getFirst();

        assertThatThrownBy(() -> keys.store(List.of(ada))).isInstanceOf(Problem.class);
        assertThat(ada).isEqualTo(keys.named("learner", ADA));
        assertThat(keys.store(List.of(ada))).isEmpty();
    }

    @Example
    void aKeyOfARolledBackTransactionIsStoredByTheNext() {
        long ada = keys.named("learner", ADA);
        TransactionSynchronizationManager.initSynchronization();
        try {
            keys.store(List.of(ada));
            TransactionSynchronizationManager.getSynchronizations()
                    .forEach(each -> each.afterCompletion(TransactionSynchronization.STATUS_ROLLED_BACK));
        } finally {
            TransactionSynchronizationManager.clearSynchronization();
        }
        table.rows.clear();

        keys.store(List.of(ada));

        assertThat(table.rows).containsValue(ADA);
    }

    @Example
    void keysOfAPageTakeOneStatementAndNoneFromMemory() {
        var other = TestLearnerKeys.texts(table);
        var ids = List.of(ADA, BEN, UUID.randomUUID().toString()).stream()
                .map(key -> other.named("learner", key))
                .toList();
        other.store(ids);
        table.statements = 0;

        assertThat(keys.of(ids)).isEqualTo(table.rows);
        assertThat(keys.of(ids)).isEqualTo(table.rows);
        assertThat(table.statements).isEqualTo(1);
    }

    @Example
    void anotherKeyOfTheIdIsRefusedByMemory() {
        colliding.named("learner", ADA);

        assertThat(colliding.idOrTaken(BEN)).isEqualTo(LearnerKeys.TAKEN);
        assertThatThrownBy(() -> colliding.id(BEN))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("learner-key-taken");
        assertThat(colliding.met(7, BEN)).isFalse();
        assertThat(colliding.key(7)).isEqualTo(ADA);
    }

    @Example
    void anotherKeyOfTheIdIsRefusedByTheTable() {
        table.rows.put(7L, ADA);
        colliding.id(BEN); // a learner whom this instance does not know

        assertThat(colliding.store(List.of(7L))).containsExactly(7L);
        assertThat(colliding.of(List.of(7L))).isNotEmpty(); // a page that shows the other meanwhile
        assertThat(colliding.store(List.of(7L)))
                .as("the transaction's next try")
                .containsExactly(7L);

        assertThat(table.rows).isEqualTo(Map.of(7L, ADA));
        assertThat(colliding.id(ADA)).isEqualTo(7);
        assertThat(colliding.store(List.of(7L))).isEmpty();
        assertThat(colliding.idOrTaken(BEN)).isEqualTo(LearnerKeys.TAKEN);
    }

    @Example
    void theCallersKeyIsComparedOnce() {
        table.rows.put(7L, ADA);
        assertThatThrownBy(() -> colliding.asked("ids", List.of(BEN))).hasMessageContaining("learner-key-taken");
        assertThatThrownBy(() -> colliding.named("learner", BEN)).hasMessageContaining("learner-key-taken");

        long unknown = keys.named("learner", ADA);
        int statements = table.statements;
        keys.compare(List.of(unknown));
        assertThat(table.statements).isEqualTo(statements);
    }

    @Example
    void aDeletedLearnersKeyIsForgotten() {
        long ada = keys.named("learner", ADA);
        keys.store(List.of(ada));

        keys.delete(ada);

        assertThat(table.rows).isEmpty();
        assertThat(keys.of(List.of(ada))).isEmpty();
    }

    @Example
    void newKeysLastUntilManyOthersHaveCome() {
        var recent = new RecentKeys(2, () -> 0);
        for (long id = 1; id <= 4; id++) {
            recent.put(id, new RecentKeys.RecentKey("k" + id, false));
        }

        assertThat(recent.of(3)).isNotNull();
        assertThat(recent.of(1)).isNotNull();
        recent.put(5, new RecentKeys.RecentKey("k5", false));
        assertThat(recent.of(1)).isNull();
        assertThat(recent.of(3)).isNotNull();
    }
}
