package io.streakboard.model;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;

/** Damages the live boards in Redis, whose keys are {@code streakboard:board:{season:12}:v3:live}. */
final class LiveBoards {

    /** Below them a score has the time at which its points were reached. */
    private static final double ONE_POINT = 1 << 22;

    private LiveBoards() {}

    /**
     * Shifts two members of the largest board, one up and one down, neither of them among the first or the last, and
     * returns which season's, if there is any.
     */
    static Optional<Long> shift(RedisClient redis, int points) {
        try (var connection = redis.connect()) {
            var commands = connection.sync();
            var board = commands.keys("streakboard:board:*:live").stream()
                    .filter(key -> commands.exists("streakboard:board:{season:%d}:sealed".formatted(season(key))) == 0)
                    .max(Comparator.comparing(commands::zcard));
            board.ifPresent(key -> shift(commands, key, points));
            return board.map(LiveBoards::season);
        }
    }

    private static long season(String key) {
        return Long.parseLong(key.replaceAll(".*\\{season:(\\d+)}.*", "$1"));
    }

    private static void shift(RedisCommands<String, String> commands, String board, int points) {
        long size = commands.zcard(board);
        var members = commands.zrevrangeWithScores(board, size / 10, size * 2 / 5).stream()
                .filter(member -> member.getScore() > (points + 1) * ONE_POINT)
                .toList();
        if (members.size() > 1) {
            var random = new Random(points);
            int up = random.nextInt(members.size());
            int down = (up + 1 + random.nextInt(members.size() - 1)) % members.size();
            shift(commands, board, members.get(up), points);
            shift(commands, board, members.get(down), -points);
        }
    }

    private static void shift(
            RedisCommands<String, String> commands, String board, ScoredValue<String> member, int points) {
        commands.zadd(board, member.getScore() + points * ONE_POINT, member.getValue());
    }
}
