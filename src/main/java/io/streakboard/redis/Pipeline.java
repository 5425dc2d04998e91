package io.streakboard.redis;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/** Sends many commands, or many calls of a script, in one round trip. */
@Component
public class Pipeline {

    /**
     * One call of a script.
     *
     * @param arguments bytes as they are, anything else as its text
     */
    public record Call(List<String> keys, List<?> arguments) {

        private byte[][] keysAndArguments() {
            return Stream.concat(keys.stream(), arguments.stream())
                    .map(each -> each instanceof byte[] raw ? raw : bytes(each.toString()))
                    .toArray(byte[][]::new);
        }
    }

    private final StringRedisTemplate redis;

    public Pipeline(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** Sends commands and returns their answers as Redis gives them: bytes, numbers, lists. */
    public List<@Nullable Object> send(Consumer<RedisConnection> commands) {
        return redis.execute((RedisCallback<List<@Nullable Object>>) connection -> {
            connection.openPipeline();
            commands.accept(connection);
            return connection.closePipeline();
        });
    }

    /** Calls a script many times and returns its answers in the order of the calls. */
    @SuppressWarnings("unchecked")
    public <T> List<T> call(RedisScript<T> script, List<Call> calls) {
        if (calls.isEmpty()) {
            return List.of();
        }
        var type = ReturnType.fromJavaType(script.getResultType());
        var sha = redis.execute((RedisCallback<String>)
                connection -> connection.scriptingCommands().scriptLoad(bytes(script.getScriptAsString())));
        return send(connection -> calls.forEach(call -> connection
                        .scriptingCommands()
                        .evalSha(sha, type, call.keys().size(), call.keysAndArguments())))
                .stream()
                .map(answer -> (T) requireNonNull(answer))
                .toList();
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
