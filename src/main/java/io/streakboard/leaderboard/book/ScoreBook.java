package io.streakboard.leaderboard.book;

import io.streakboard.sharing.SharedTrips;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Takes in scores: in MySQL first, each exactly once, then in Redis. Concurrent calls share one transaction, so many
 * small calls are nearly as fast as a few large ones.
 */
@Service
public class ScoreBook {

    private static final int CALLS_A_GROUP = 1_000;
    private static final int SUBMISSIONS_A_TRANSACTION = 1_000;
    private static final int GROUPS_AT_ONCE = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A caller may be in a transaction or be interrupted, so a group is written by a thread of its own. */
    private static final Executor THREADS =
            group -> Thread.ofVirtual().name("scores").start(group);

    /** Not a record: two calls with equal submissions are still two. */
    private static final class Call {

        private final List<Submission> submissions;

        private Call(List<Submission> submissions) {
            this.submissions = List.copyOf(submissions);
        }
    }

    private final Function<List<Submission>, List<Receipt>> writer;
    private final SharedTrips<Call, Supplier<List<Receipt>>> calls = new SharedTrips<>(
            CALLS_A_GROUP,
            GROUPS_AT_ONCE,
            PATIENCE,
            group -> CompletableFuture.supplyAsync(() -> write(group), THREADS).join());

    @Autowired
    ScoreBook(GroupWriter writer) {
        this(writer::write);
    }

    ScoreBook(Function<List<Submission>, List<Receipt>> writer) {
        this.writer = writer;
    }

    /**
     * Takes in submissions and returns a receipt for each, in the given order. The submissions of one call are written
     * all or none.
     */
    public List<Receipt> take(List<Submission> submissions) {
        return submissions.isEmpty()
                ? List.of()
                : calls.ask(List.of(new Call(submissions))).getFirst().get();
    }

    private List<Supplier<List<Receipt>>> write(List<Call> group) {
        var answers = new ArrayList<Supplier<List<Receipt>>>();
        while (answers.size() < group.size()) {
            answers.addAll(writeTogether(nextTransaction(group.subList(answers.size(), group.size()))));
        }
        return answers;
    }

    /** At least one call, however large it is. */
    private static List<Call> nextTransaction(List<Call> group) {
        int number = 1;
        int size = group.getFirst().submissions.size();
        while (number < group.size()) {
            size += group.get(number).submissions.size();
            if (size > SUBMISSIONS_A_TRANSACTION) {
                break;
            }
            number++;
        }
        return group.subList(0, number);
    }

    private List<Supplier<List<Receipt>>> writeTogether(List<Call> group) {
        if (group.size() > 1) {
            try {
                var receipts = writer.apply(group.stream()
                        .flatMap(call -> call.submissions.stream())
                        .toList());
                return share(group, receipts);
            } catch (RuntimeException failure) {
                if (isAway(failure)) {
                    return group.stream().map(call -> failing(failure)).toList();
                }
            }
        }
        return writeEach(group);
    }

    private static List<Supplier<List<Receipt>>> share(List<Call> group, List<Receipt> receipts) {
        var answers = new ArrayList<Supplier<List<Receipt>>>();
        int from = 0;
        for (var call : group) {
            int to = from + call.submissions.size();
            var own = receipts.subList(from, to);
            answers.add(() -> own);
            from = to;
        }
        return answers;
    }

    /** Calls one after the other, until MySQL is away: each of the others would only wait for the same. */
    private List<Supplier<List<Receipt>>> writeEach(List<Call> group) {
        var answers = new ArrayList<Supplier<List<Receipt>>>();
        for (var call : group) {
            try {
                var receipts = writer.apply(call.submissions);
                answers.add(() -> receipts);
            } catch (RuntimeException failure) {
                answers.add(failing(failure));
                if (isAway(failure)) {
                    break;
                }
            }
        }
        while (answers.size() < group.size()) {
            answers.add(answers.getLast());
        }
        return answers;
    }

    private static Supplier<List<Receipt>> failing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    private static boolean isAway(RuntimeException failure) {
        return failure instanceof CannotCreateTransactionException
                || failure instanceof DataAccessResourceFailureException;
    }
}
