package io.streakboard.redis;

import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;

/** One command of a pipeline. Each attempt builds a new Lettuce command. */
interface RedisCommand {

    String key();

    /** @param wholeScript whether to send the text of a script, not its digest alone */
    AsyncCommand<byte[], byte[], ?> command(boolean wholeScript);

    default int slot() {
        return SlotHash.getSlot(key());
    }

    static RedisCommand script(RedisScript<?> script, List<String> keys, List<?> arguments) {
        return new RedisCommand() {
            @Override
            public String key() {
                return keys.getFirst();
            }

            @Override
            public AsyncCommand<byte[], byte[], ?> command(boolean wholeScript) {
                var all = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                        .add(wholeScript ? script.getScriptAsString() : script.getSha1())
                        .add(keys.size());
                keys.forEach(key -> all.addKey(raw(key)));
                arguments.forEach(each -> all.addValue(raw(each)));
                return RedisCommand.command(
                        wholeScript ? CommandType.EVAL : CommandType.EVALSHA, output(script.getResultType()), all);
            }
        };
    }

    /** @param command the command, whose first argument is the key */
    static RedisCommand read(CommandType command, String key, List<?> arguments) {
        return new RedisCommand() {
            @Override
            public String key() {
                return key;
            }

            @Override
            public AsyncCommand<byte[], byte[], ?> command(boolean wholeScript) {
                var all = new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(raw(key));
                arguments.forEach(each -> all.addValue(raw(each)));
                return RedisCommand.command(command, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), all);
            }
        };
    }

    private static byte[] raw(Object argument) {
        return argument instanceof byte[] raw ? raw : argument.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static CommandOutput<byte[], byte[], ?> output(@Nullable Class<?> result) {
        return result == Long.class
                ? new IntegerOutput<>(ByteArrayCodec.INSTANCE)
                : new NestedMultiOutput<>(ByteArrayCodec.INSTANCE);
    }

    private static <T> AsyncCommand<byte[], byte[], T> command(
            CommandType type, CommandOutput<byte[], byte[], T> output, CommandArgs<byte[], byte[]> arguments) {
        return new AsyncCommand<>(new Command<>(type, output, arguments));
    }
}
