package io.streakboard.runs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job of which one run at a time is under way on all instances. Each run has a row in MySQL, which keeps its state
 * and its progress. The row is also the fence: once it is not {@code RUNNING}, the run writes to it no more.
 *
 * @param <R> what tells the job which row is meant, and what the run may leave behind
 */
public interface LongJob<R> {

    /** Names the lock. */
    String name();

    /** The runs whose rows are {@code RUNNING}. */
    List<R> unfinished();

    /**
     * Removes what a run leaves behind and then ends its row, unless that has ended. It may be called again, and on
     * another instance than the run's.
     *
     * @param failure why it is {@code FAILED}, at most 500 characters
     */
    void end(R run, RunState state, @Nullable String failure);
}
