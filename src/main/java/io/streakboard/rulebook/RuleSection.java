package io.streakboard.rulebook;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules of one module, a part of the document. A rule has the same name, default and constraints there as in the
 * properties, because both are bound to the same record.
 *
 * @param <R> an immutable record of the rules
 */
public interface RuleSection<R> {

    /** The record of the rules. */
    Class<R> type();

    /** The prefix of its properties, for example {@code streakboard.signin}. */
    String prefix();

    /** The rules in the properties of this instance. */
    R configured();

    /** Maps members of the document to properties. */
    void map(RuleDocument document);

    /** Writes rules as members of a document. {@link #map} leads back to equal rules. */
    void write(R rules, ObjectNode document);

    /** Finds violations that concern several members or sections, which the document names. */
    default void check(R rules, RuleDocument document) {}

    /** Finds the effects of a change, and violations by it. Changes nothing. */
    default void compare(R former, R next, RuleDocument document) {}

    /** Whether a change is valid only from the start of a day, so that a day has the same rules from start to end. */
    default boolean fromNextDay(R former, R next) {
        return false;
    }

    /**
     * Carries out a change, within the transaction that publishes it.
     *
     * @param validFrom until then, or a moment longer, the former rules are in force
     */
    default void carryOut(R former, R next, Instant validFrom) {}
}
