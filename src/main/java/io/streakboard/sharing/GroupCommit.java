package io.streakboard.sharing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Batches concurrent writes: calls that come during a write share the next transaction, so many small calls are nearly
 * as fast as a few large ones. A single caller does not wait.
 */
public final class GroupCommit<T, R> {

    /** The batch size limit: a transaction of this size takes no further calls. */
    private static final int MAX_BATCH = 1_000;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Not a record, because two calls with equal items are two calls. */
    private static final class Call<T> {

        private final List<T> items;

        private Call(List<T> items) {
            this.items = List.copyOf(items);
        }
    }

    private final Function<List<T>, List<R>> writer;
    private final RequestBatcher<Call<T>, Supplier<List<R>>> calls;

    /**
     * @param name of the threads that write: a caller may be in a transaction or be interrupted
     * @param maxTransactions the most transactions at a time, each with a connection. One of them at most is of small
     *     calls, because the fewer transactions they share, the less each costs
     * @param writer writes items in one transaction and returns a result for each, in their order
     */
    public GroupCommit(String name, int maxTransactions, Function<List<T>, List<R>> writer) {
        this.writer = writer;
        this.calls = new RequestBatcher<>(
                call -> call.items.size(),
                MAX_BATCH,
                maxTransactions,
                1,
                TIMEOUT,
                batch -> CompletableFuture.supplyAsync(
                                () -> writeTogether(batch),
                                task -> Thread.ofVirtual().name(name).start(task))
                        .join());
    }

    /** Returns a result for each item, in the given order. A call is written as a whole or not at all. */
    public List<R> write(List<T> items) {
        return items.isEmpty()
                ? List.of()
                : calls.ask(List.of(new Call<>(items))).getFirst().get();
    }

    private List<Supplier<List<R>>> writeTogether(List<Call<T>> batch) {
        if (batch.size() > 1) {
            try {
                var results = writer.apply(
                        batch.stream().flatMap(call -> call.items.stream()).toList());
                return share(batch, results);
            } catch (RuntimeException failure) {
                if (isAway(failure)) {
                    return batch.stream()
                            .<Supplier<List<R>>>map(call -> failing(failure))
                            .toList();
                }
            }
        }
        return writeEach(batch);
    }

    private static <T, R> List<Supplier<List<R>>> share(List<Call<T>> batch, List<R> results) {
        var answers = new ArrayList<Supplier<List<R>>>();
        int from = 0;
        for (var call : batch) {
            int to = from + call.items.size();
            var own = results.subList(from, to);
            answers.add(() -> own);
            from = to;
        }
        return answers;
    }

    /**
     * Writes the calls one after the other. Once MySQL is away the rest fails at once, instead of waiting for the same
     * failure.
     */
    private List<Supplier<List<R>>> writeEach(List<Call<T>> batch) {
        var answers = new ArrayList<Supplier<List<R>>>();
        for (var call : batch) {
            try {
                var results = writer.apply(call.items);
                answers.add(() -> results);
            } catch (RuntimeException failure) {
                answers.add(failing(failure));
                if (isAway(failure)) {
                    break;
                }
            }
        }
        while (answers.size() < batch.size()) {
            answers.add(answers.getLast());
        }
        return answers;
    }

    private static <R> Supplier<List<R>> failing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    private static boolean isAway(RuntimeException failure) {
        return failure instanceof CannotCreateTransactionException
                || failure instanceof DataAccessResourceFailureException;
    }
}
