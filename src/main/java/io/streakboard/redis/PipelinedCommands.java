package io.streakboard.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
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
    private final List<RedisCommand> commands;
    private final @Nullable Object[] answers;
    private final Set<Integer> withoutScript = new HashSet<>();
    private List<Integer> open = new ArrayList<>();

    PipelinedCommands(StatefulConnection<byte[], byte[]> connection, Duration timeout, List<RedisCommand> commands) {
        this.connection = connection;
        this.timeout = timeout;
        this.commands = commands;
        this.answers = new Object[commands.size()];
        for (int i = 0; i < commands.size(); i++) {
            open.add(i);
        }
    }

    /**
     * Returns the answers in the order of the commands. If it fails, some may have been executed; when called again, it
     * sends only the others.
     */
    List<@Nullable Object> answers() {
        while (!open.isEmpty()) {
            send();
        }
        return Arrays.asList(answers);
    }

    /** Sends the commands that have no answer yet. */
    private void send() {
        var sent = new TreeMap<Integer, AsyncCommand<byte[], byte[], ?>>();
        bySlot().forEach((slot, indexes) -> {
            boolean whole = withoutScript.remove(slot);
            var together = new ArrayList<AsyncCommand<byte[], byte[], ?>>(indexes.size());
            for (int index : indexes) {
                var command = commands.get(index).command(whole);
                whole = false; // commands of a slot arrive in order: the next ones find the script there
                together.add(command);
                sent.put(index, command);
            }
            write(together);
        });
        await(sent);
    }

    private Map<Integer, List<Integer>> bySlot() {
        var slots = new TreeMap<Integer, List<Integer>>();
        open.forEach(index -> slots.computeIfAbsent(commands.get(index).slot(), slot -> new ArrayList<>())
                .add(index));
        return slots;
    }

    private void write(List<AsyncCommand<byte[], byte[], ?>> sent) {
        try {
            connection.dispatch(sent);
        } catch (RuntimeException unreachable) {
            sent.forEach(command -> command.completeExceptionally(unreachable));
        }
    }

    private void await(Map<Integer, AsyncCommand<byte[], byte[], ?>> sent) {
        long deadline = System.nanoTime() + timeout.toNanos();
        var left = new ArrayList<Integer>();
        RuntimeException refused = null;
        RuntimeException failed = null;
        for (var each : sent.entrySet()) {
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
                    withoutScript.add(commands.get(index).slot());
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
        if (refused != null) {
            throw refused;
        }
    }

    /** The failure as Spring's templates would throw it. */
    static RuntimeException converted(Throwable failure) {
        var converted = failure instanceof Exception exception ? EXCEPTIONS.convert(exception) : null;
        return converted == null ? new RedisSystemException("Redis has not answered", failure) : converted;
    }
}
