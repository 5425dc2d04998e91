package io.streakboard.imports.kinds;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kind of a file's lines.
 *
 * @param <V> the value of a line
 */
public interface FileKind<V> {

    /** Names it in the API and in the table of runs. */
    String name();

    /** The columns, in the order of the header. */
    List<String> columns();

    /** Columns that may follow, all of them or none. */
    default List<String> optionalColumns() {
        return List.of();
    }

    /**
     * The value of a line. Only its form is checked here.
     *
     * @throws Fields.Malformed if a field is not what its column asks for
     */
    V read(Fields line);

    /** Event date of a line, if its season has to be held until all lines are taken in. */
    default Optional<Instant> heldAt(V value) {
        return Optional.empty();
    }

    /**
     * Takes lines in, and returns a result for each in their order. Repeated lines change nothing.
     *
     * @param run the import; a later one has a higher number
     */
    List<LineResult> take(List<V> values, long run);

    /** Whether {@link #take} writes in its caller's transaction, so that lines and their counts are saved together. */
    default boolean joinsTransaction() {
        return false;
    }

    /**
     * The outcomes of lines that were taken in since an instant, each of the first line with its key; empty for other
     * lines, in their order. Asked after {@link #take} for lines that may have been taken in before their import broke
     * off.
     */
    default List<Optional<LineOutcome>> takenSince(List<V> values, Instant since) {
        return Collections.nCopies(values.size(), Optional.empty());
    }

    /** Begins a dry run: returns for each batch of lines the results of {@link #take}, and changes nothing. */
    Function<List<V>, List<LineResult>> dryRun();
}
