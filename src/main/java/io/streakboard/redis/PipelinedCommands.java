package io.streakboard.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.streakboard.redis.ClusterRetry.Tries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

/**
 * Commands that are sent together, all commands of a slot in one write. Commands that a cluster refuses for now are
 * sent again. Scripts are named by their digests; if a node does not know one, the next round sends its text, once for
 * each slot. So no script has to be loaded into all nodes beforehand, while some may be dead.
 */
final class PipelinedCommands {

    private static final LettuceExceptionConverter EXCEPTIONS = new LettuceExceptionConverter();

    private final StatefulConnection<byte[], byte[]> connection;
    private final Duration timeout;
    private final List<RedisCommand> requests;
    private final @Nullable Object[] answers;
    private final Set<Integer> withoutScript = new HashSet<>();
    private List<Integer> open = new ArrayList<>();

    PipelinedCommands(StatefulConnection<byte[], byte[]> connection, Duration timeout, List<RedisCommand> requests) {
        this.connection = connection;
        this.timeout = timeout;
        this.requests = requests;
        this.answers = new Object[requests.size()];
        for (int i = 0; i < requests.size(); i++) {
            open.add(i);
        }
    }

    /** Returns the answers in the order of the requests. If it fails, some requests may have been executed. */
    List<@Nullable Object> answers(Tries tries) {
        while (!open.isEmpty()) {
            var refused = send();
            if (refused != null && !tries.another()) {
                throw refused;
            }
        }
        return Arrays.asList(answers);
    }

    /** Sends the requests that have no answer yet, and returns the refusal if Redis refused some of them for now. */
    private @Nullable RuntimeException send() {
        var commands = new TreeMap<Integer, AsyncCommand<byte[], byte[], ?>>();
        bySlot().forEach((slot, indexes) -> {
            boolean whole = withoutScript.remove(slot);
            var together = new ArrayList<AsyncCommand<byte[], byte[], ?>>(indexes.size());
            for (int index : indexes) {
                var command = requests.get(index).command(whole);
                whole = false; // commands of a slot arrive in order: the next ones find the script there
                together.add(command);
                commands.put(index, command);
            }
            write(together);
        });
        return await(commands);
    }

    private Map<Integer, List<Integer>> bySlot() {
        var slots = new TreeMap<Integer, List<Integer>>();
        open.forEach(index -> slots.computeIfAbsent(requests.get(index).slot(), slot -> new ArrayList<>())
                .add(index));
        return slots;
    }

    private void write(List<AsyncCommand<byte[], byte[], ?>> commands) {
        try {
            connection.dispatch(commands);
        } catch (RuntimeException unreachable) {
            commands.forEach(command -> command.completeExceptionally(unreachable));
        }
    }

    private @Nullable RuntimeException await(Map<Integer, AsyncCommand<byte[], byte[], ?>> commands) {
        long deadline = System.nanoTime() + timeout.toNanos();
        var left = new ArrayList<Integer>();
        RuntimeException refused = null;
        RuntimeException failed = null;
        for (var each : commands.entrySet()) {
            int index = each.getKey();
            try {
                answers[index] = each.getValue().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw converted(stopped);
            } catch (TimeoutException late) {
                throw converted(late);
            } catch (ExecutionException failure) {
                var cause = failure.getCause();
                left.add(index);
                if (cause instanceof RedisNoScriptException) {
                    withoutScript.add(requests.get(index).slot());
                } else if (cause != null && TransientClusterError.is(cause)) {
                    refused = converted(cause);
                } else {
                    failed = converted(cause == null ? failure : cause);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
        open = left;
        return refused;
    }

    /** The failure as Spring's templates would throw it. */
    static RuntimeException converted(Throwable failure) {
        var converted = failure instanceof Exception exception ? EXCEPTIONS.convert(exception) : null;
        return converted == null ? new RedisSystemException("Redis has not answered", failure) : converted;
    }
}
