package io.streakboard.benchmark;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.sync.RedisCommands;
import io.streakboard.leaderboard.RawBoard;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.function.LongFunction;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** A month of the past with so many learners on its board and in its totals, and the ways to settle it by hand. */
record EndedSeason(long id, LocalDateTime startsAt, int learners) {

    private static final long PRIME = 99_999_989;
    private static final long SPREAD = 48_271;
    private static final int TIME_BITS = 22;
    private static final long LATEST = (1L << TIME_BITS) - 1;
    private static final int ZADD_BATCH = 10_000;
    private static final int TEXTBOOK_PAGE = 1_000;
    private static final DateTimeFormatter COLUMN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /** The learner of a rank: ids are in no order of ranks. */
    private static long learner(long rank) {
        return rank * SPREAD % PRIME;
    }

    private long points(long rank) {
        return learners - rank + 1;
    }

    private static long second(long rank) {
        return rank * 7 % 2_000_000;
    }

    private String reachedAt(long rank) {
        return startsAt.plusSeconds(second(rank)).format(COLUMN);
    }

    String board() {
        return RawBoard.key(id);
    }

    /** Makes what the season has after its last day: a row a learner in the ledger, totals, and a board in Redis. */
    static EndedSeason play(
            long id,
            LocalDateTime startsAt,
            int learners,
            Connection database,
            RedisCommands<String, String> redis,
            Path folder)
            throws SQLException, IOException {
        var season = new EndedSeason(id, startsAt, learners);
        try (var statement = database.createStatement()) {
            for (var table : new String[] {"points_record_", "points_total_", "points_board_"}) {
                statement.execute("CREATE TABLE %s%d LIKE %s1".formatted(table, id, table));
            }
            var totals = folder.resolve("totals.tsv");
            try (var rows = Files.newBufferedWriter(totals, StandardCharsets.US_ASCII)) {
                for (long rank = 1; rank <= learners; rank++) {
                    line(rows, learner(rank), season.points(rank), season.reachedAt(rank), 0, "2015-01-31 10:00:00");
                }
            }
            load(database, totals, "points_total_" + id, "user_id, points, reached_at, corrections, updated_at");
            statement.execute("""
                    INSERT INTO points_record_%1$d
                        (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at)
                    SELECT user_id, 'REVIEW', 'review-1', DATE(reached_at), points, 'AWARDED', reached_at, updated_at
                      FROM points_total_%1$d
                    """.formatted(id));
            season.fillBoard(
                    redis, RawBoard.members(JdbcClient.create(new SingleConnectionDataSource(database, true)), id));
        }
        return season;
    }

    /** Lets the application know of the season; it waits for an admin, as the season has just been made. */
    void announce(Connection database) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute("""
                    INSERT INTO season (id, name, starts_at, ends_at, state, created_at)
                    VALUES (%d, '%s', '%s', '%s', 'ENDED', UTC_TIMESTAMP(3))
                    """.formatted(
                            id,
                            startsAt.format(DateTimeFormatter.ofPattern("uuuu-MM")),
                            startsAt.format(COLUMN),
                            startsAt.plusMonths(1).format(COLUMN)));
        }
    }

    @SuppressWarnings("unchecked")
    private void fillBoard(RedisCommands<String, String> redis, LongFunction<String> members) {
        for (long first = 1; first <= learners; first += ZADD_BATCH) {
            var batch = new ArrayList<ScoredValue<String>>(ZADD_BATCH);
            for (long rank = first; rank < first + ZADD_BATCH && rank <= learners; rank++) {
                long score = (points(rank) << TIME_BITS) + LATEST - second(rank);
                batch.add(ScoredValue.just(score, members.apply(learner(rank))));
            }
            redis.zadd(board(), batch.toArray(ScoredValue[]::new));
        }
        redis.set(RawBoard.mark(id), RawBoard.process(redis.info("server")));
    }

    /** The least that MySQL needs: all rows in one file, into a table without the learners' key, then the key. */
    double floor(Connection database, Path folder) throws SQLException, IOException {
        var file = folder.resolve("board.tsv");
        try (var rows = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (long rank = 1; rank <= learners; rank++) {
                line(rows, rank, learner(rank), points(rank), reachedAt(rank));
            }
        }
        try (var statement = database.createStatement()) {
            statement.execute("CREATE TABLE floor LIKE points_board_1");
            long start = System.nanoTime();
            load(database, file, "floor", "id, user_id, points, reached_at");
            statement.execute("ALTER TABLE floor ADD UNIQUE KEY by_learner (user_id)");
            double seconds = secondsSince(start);
            statement.execute("DROP TABLE floor");
            return seconds;
        }
    }

    /** As it is usually done: pages of 1,000 by offset, a statement for each row, the learners' key in place. */
    double textbook(Connection database, RedisCommands<String, String> redis) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute("CREATE TABLE textbook LIKE points_board_1");
            statement.execute("ALTER TABLE textbook ADD UNIQUE KEY by_learner (user_id)");
            long start = System.nanoTime();
            database.setAutoCommit(false);
            try (var insert = database.prepareStatement(
                    "INSERT INTO textbook (id, user_id, points, reached_at) VALUES (?, ?, ?, ?)")) {
                for (long offset = 0; offset < learners; offset += TEXTBOOK_PAGE) {
                    long rank = offset;
                    for (var member : redis.zrevrangeWithScores(board(), offset, offset + TEXTBOOK_PAGE - 1)) {
                        long score = (long) member.getScore();
                        insert.setLong(1, ++rank);
                        insert.setLong(2, RawBoard.learner(member.getValue()));
                        insert.setLong(3, score >> TIME_BITS);
                        insert.setObject(4, startsAt.plusSeconds(LATEST - (score & LATEST)));
                        insert.addBatch();
                    }
                    insert.executeBatch();
                    database.commit();
                }
            }
            database.setAutoCommit(true);
            double seconds = secondsSince(start);
            statement.execute("DROP TABLE textbook");
            return seconds;
        }
    }

    void drop(Connection database) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute("DROP TABLE points_record_%1$d, points_total_%1$d, points_board_%1$d".formatted(id));
        }
    }

    private static void load(Connection database, Path file, String table, String columns) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute("LOAD DATA LOCAL INFILE '%s' INTO TABLE %s (%s)".formatted(file, table, columns));
        }
    }

    private static void line(BufferedWriter rows, Object... columns) throws IOException {
        var separator = "";
        for (var column : columns) {
            rows.append(separator).append(column.toString());
            separator = "\t";
        }
        rows.append('\n');
    }

    static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    static RedisClient client(int port) {
        return RedisClient.create("redis://127.0.0.1:" + port);
    }

    static LocalDateTime month(int number) {
        return LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).withYear(2001).plusMonths(number);
    }
}
