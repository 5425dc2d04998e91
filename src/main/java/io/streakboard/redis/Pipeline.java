package io.streakboard.redis;

import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Sends many reads or script calls in one round trip. It uses its own connection, because a batch would hold up single
 * commands on the shared one.
 *
 * <p>On a Redis Cluster the commands go to several nodes, so their order is not fixed. If a node is dead, the call
 * fails although other nodes may have executed their part.
 */
@Component
public class Pipeline implements DisposableBean {

    /**
     * One call of a script.
     *
     * @param arguments bytes unchanged, anything else as text
     */
    public record Call(List<String> keys, List<?> arguments) {}

    /** A command that reads a string or a sorted set. */
    public record Read(String command, String key, List<?> arguments) {

        public static Read string(String key) {
            return new Read("GET", key, List.of());
        }

        /** A range of bytes of a string, both ends included. */
        public static Read range(String key, int first, int last) {
            return new Read("GETRANGE", key, List.of(first, last));
        }

        public static Read field(String key, String field) {
            return new Read("HGET", key, List.of(field));
        }
    }

    private final LettuceConnectionFactory connections;
    private final DedicatedConnection connection;
    private final RetryTemplate retry;

    public Pipeline(StringRedisTemplate redis, ClusterRetry retry) {
        this.connections = (LettuceConnectionFactory) redis.getRequiredConnectionFactory();
        this.connection = new DedicatedConnection(connections);
        this.retry = retry.template();
    }

    /** Reads strings in the given order; null where a key has none. */
    @SuppressWarnings("unchecked")
    public List<byte @Nullable []> read(List<Read> reads) {
        return (List<byte @Nullable []>)
                (List<?>) readAll(reads).stream().map(List::getFirst).toList();
    }

    /** The answer of each command, in the given order: one value or more. */
    @SuppressWarnings("unchecked")
    public List<List<@Nullable Object>> readAll(List<Read> reads) {
        return (List<List<@Nullable Object>>) (List<?>) send(reads.stream()
                .map(read -> RedisCommand.read(CommandType.valueOf(read.command()), read.key(), read.arguments()))
                .toList());
    }

    /** Calls a script many times and returns its answers in the order of the calls. */
    @SuppressWarnings("unchecked")
    public <T> List<T> call(RedisScript<T> script, List<Call> calls) {
        return send(calls.stream()
                        .map(call -> RedisCommand.script(script, call.keys(), call.arguments()))
                        .toList())
                .stream()
                .map(answer -> (T) Objects.requireNonNull(answer))
                .toList();
    }

    private List<@Nullable Object> send(List<RedisCommand> commands) {
        if (commands.isEmpty()) {
            return List.of();
        }
        var timeout = connections.getClientConfiguration().getCommandTimeout();
        return retry.invoke(new PipelinedCommands(connection.get(), timeout, commands)::answers);
    }

    @Override
    public void destroy() {
        connection.close();
    }
}
