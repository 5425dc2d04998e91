package io.streakboard.runs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job with at most one run at a time across all instances. Each run has a row in MySQL with its state and progress.
 * The state guards it: once it is not {@code RUNNING}, the run no longer writes to it.
 *
 * @param <R> identifies a row and the remains of its run
 */
public interface LongJob<R> {

    /** Names the lock. */
    String name();

    /** The runs whose rows are {@code RUNNING}. */
    List<R> unfinished();

    /**
     * Removes the remains of a run, then ends its row unless it has ended. May be called again, and on another instance
     * than the run's.
     *
     * @param failure why it is {@code FAILED}, at most 500 characters
     */
    void end(R run, RunState state, @Nullable String failure);
}
