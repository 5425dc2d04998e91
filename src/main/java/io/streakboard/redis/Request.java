package io.streakboard.redis;

import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.redis.Pipeline.Read;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;

/** One command of a pipeline. It is made anew each time it is sent. */
interface Request {

    String key();

    /** @param wholeScript whether to send the text of a script, not its digest alone */
    AsyncCommand<byte[], byte[], ?> command(boolean wholeScript);

    default int slot() {
        return SlotHash.getSlot(key());
    }

    static Request of(RedisScript<?> script, Call call) {
        return new Request() {
            @Override
            public String key() {
                return call.keys().getFirst();
            }

            @Override
            public AsyncCommand<byte[], byte[], ?> command(boolean wholeScript) {
                var arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                        .add(wholeScript ? script.getScriptAsString() : script.getSha1())
                        .add(call.keys().size());
                call.keys().forEach(key -> arguments.addKey(Pipeline.bytes(key)));
                call.arguments().forEach(each -> arguments.addValue(raw(each)));
                return Request.command(
                        wholeScript ? CommandType.EVAL : CommandType.EVALSHA,
                        output(script.getResultType()),
                        arguments);
            }
        };
    }

    static Request of(Read read) {
        return new Request() {
            @Override
            public String key() {
                return read.key();
            }

            @Override
            public AsyncCommand<byte[], byte[], ?> command(boolean wholeScript) {
                var arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(Pipeline.bytes(read.key()));
                read.arguments().forEach(each -> arguments.addValue(raw(each)));
                return Request.command(
                        CommandType.valueOf(read.command()), new ValueOutput<>(ByteArrayCodec.INSTANCE), arguments);
            }
        };
    }

    private static byte[] raw(Object argument) {
        return argument instanceof byte[] raw ? raw : Pipeline.bytes(argument.toString());
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
