package io.streakboard.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.RedisScript;

/** The scripts under {@code redis/<module>/<name>.lua}. */
public final class LuaScript {

    private LuaScript() {}

    /**
     * Makes a script from its text. A script made from a resource would check its file for changes before each call.
     *
     * @param path module and name, for example {@code signin/sign_in}
     */
    public static <T> RedisScript<T> of(String path, Class<T> result) {
        return RedisScript.of(text(path), result);
    }

    /** Reads a script about marks, prefixed with {@code history.lua}: see {@link ReplicationIds}. */
    public static <T> RedisScript<T> ofMarks(String path, Class<T> result) {
        return RedisScript.of(text("history") + text(path), result);
    }

    /** The text of a script, for joining with others. */
    public static String text(String path) {
        try {
            return new ClassPathResource("redis/" + path + ".lua").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
