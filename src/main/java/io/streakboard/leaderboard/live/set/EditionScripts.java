package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Score.ClosingScore;
import io.streakboard.leaderboard.live.set.SharedReads.ReadRequest;
import io.streakboard.redis.LuaScript;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;

/** Runs the scripts of an edition, which all begin with the same keys and arguments: see {@code ranking.lua}. */
public final class EditionScripts {

    private static final String RANKING = LuaScript.text("leaderboard/ranking");
    private static final String CHANGES = LuaScript.text("leaderboard/changes");

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final Clock clock;

    public EditionScripts(StringRedisTemplate redis, Edition edition, Clock clock) {
        this.redis = redis;
        this.edition = edition;
        this.clock = clock;
    }

    /** A script with {@code ranking.lua} in front. */
    public static <T> RedisScript<T> reading(String name, Class<T> result) {
        return RedisScript.of(RANKING + LuaScript.text("leaderboard/" + name), result);
    }

    /** Scripts that concurrent readers run in one call, by their names. */
    static RedisScript<byte[]> readingTogether(String... names) {
        return RedisScript.of(
                RANKING
                        + Stream.of(names)
                                .map(name -> "%s = function(ARGV)%n%s%nend"
                                        .formatted(name, LuaScript.text("leaderboard/" + name)))
                                .collect(Collectors.joining(",\n", "local reads = {\n", "\n}\n"))
                        + LuaScript.text("leaderboard/reads"),
                byte[].class);
    }

    /** A script with {@code changes.lua} in front. */
    public static <T> RedisScript<T> changing(String name, Class<T> result) {
        return RedisScript.of(RANKING + CHANGES + LuaScript.text("leaderboard/" + name), result);
    }

    /** A script with {@code history.lua} and {@code changes.lua} in front. */
    public static <T> RedisScript<T> marking(String name, Class<T> result) {
        return RedisScript.of(
                LuaScript.text("history") + RANKING + CHANGES + LuaScript.text("leaderboard/" + name), result);
    }

    public <T> T read(RedisScript<T> script, List<String> keys, List<String> arguments) {
        var all = rule();
        all.addAll(arguments);
        return Objects.requireNonNull(redis.execute(script, keys, all.toArray()));
    }

    /** Runs requests in one round trip, and returns the results in their order. */
    List<?> readTogether(RedisScript<byte[]> scripts, List<String> keys, List<ReadRequest> requests) {
        var all = rule();
        for (var request : requests) {
            all.add(request.read());
            all.add(Integer.toString(request.arguments().size()));
            all.addAll(request.arguments());
        }
        return MessagePack.list(Objects.requireNonNull(
                redis.execute(scripts, RedisSerializer.string(), RedisSerializer.byteArray(), keys, all.toArray())));
    }

    public <T> T change(RedisScript<T> script, List<String> keys, List<String> arguments) {
        var all = rule();
        all.add(expiry());
        all.addAll(arguments);
        return Objects.requireNonNull(redis.execute(script, keys, all.toArray()));
    }

    private List<String> rule() {
        return new ArrayList<>(List.of(
                edition.ranks().name().toLowerCase(Locale.ROOT),
                Long.toString(edition.packing().latest() + 1),
                edition.packing().big() ? "1" : "0",
                Long.toString(edition.keep()),
                edition.comparesDays() ? Long.toString(clock.millis()) : ""));
    }

    /**
     * Milliseconds until expiry by the application's clock, which may differ from the clock of Redis; empty if it never
     * expires.
     */
    public String expiry() {
        return edition.expiresAt() == null
                ? ""
                : Long.toString(
                        Duration.between(clock.instant(), edition.expiresAt()).toMillis());
    }

    /** Whether a member without earlier state needs nothing but its value written. */
    public boolean isPlain(Score score) {
        return edition.keep() == 0
                && edition.ranks() != RankStyle.DENSE
                && !edition.timeBeside()
                && score.reachedAt() != null
                && score.corrections() == 0
                && score.extra() == null
                && (!edition.comparesDays() || counting(score.closing()) == null);
    }

    /** Arguments of {@code changes.lua} for plain scores. */
    public List<String> plainArguments(List<Score> scores) {
        var arguments = new ArrayList<String>(scores.size() * 2);
        for (var score : scores) {
            arguments.add(edition.packing().text(edition.packing().pack(score)));
            arguments.add(edition.written(score.member()));
        }
        return arguments;
    }

    /** Scores as arguments of {@code changes.lua}. */
    public List<String> arguments(List<Score> scores) {
        var arguments = new ArrayList<String>(scores.size() * 6);
        for (var score : scores) {
            arguments.add(edition.written(score.member()));
            arguments.add(edition.packing().text(edition.packing().pack(score)));
            arguments.add(Integer.toString(score.corrections()));
            arguments.add(Details.of(edition, score).text());
            if (edition.comparesDays()) {
                arguments.addAll(closing(score.member(), score.closing()));
            }
        }
        return arguments;
    }

    /** Null if the day is over: a member that last moved on an earlier day has not moved today. */
    private @Nullable ClosingScore counting(@Nullable ClosingScore closing) {
        return closing == null || !closing.until().isAfter(clock.instant()) ? null : closing;
    }

    /** A member's state at the end of the day before, as arguments of {@code changes.lua}. */
    private List<String> closing(String member, @Nullable ClosingScore noted) {
        var closing = counting(noted);
        if (closing == null) {
            return List.of("", "");
        }
        var before = new Score(member, closing.score(), closing.reachedAt(), 0, null);
        return List.of(
                Long.toString(closing.until().toEpochMilli()),
                edition.packing().text(edition.packing().pack(before)));
    }
}
