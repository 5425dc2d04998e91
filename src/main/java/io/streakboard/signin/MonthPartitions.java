package io.streakboard.signin;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.StatementCallback;
import org.springframework.stereotype.Component;

/**
 * The monthly partitions of {@code sign_in_log} and {@code sign_in_month}: {@code m2026_11} for November 2026, and
 * {@code ahead} for all that lies beyond the last. The lowest one takes all of before as well, so that the past needs
 * none of its own. Changes are DDL, which commits: never call them within a transaction.
 */
@Component
class MonthPartitions {

    static final String LOG = "sign_in_log";
    static final String MONTHS = "sign_in_month";

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'m'uuuu_MM");

    /** DDL waits for the transactions under way, and new ones wait behind it: rather give up and come again. */
    private static final int SECONDS_IN_THE_WAY = 5;

    private final JdbcTemplate jdbc;

    MonthPartitions(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** The months that have a partition, in order. */
    List<YearMonth> of(String table) {
        return jdbc.query("""
                SELECT partition_name FROM information_schema.partitions
                 WHERE table_schema = DATABASE() AND table_name = ? AND partition_name LIKE 'm%'
                 ORDER BY partition_name
                """, (row, number) -> YearMonth.parse(row.getString(1), NAME), table);
    }

    /**
     * Makes sure that a table has partitions from where it ends, or from the first of the given months, up to the last.
     * Only {@code ahead} is rewritten, which is empty as long as this is done in time.
     */
    void extend(String table, YearMonth first, YearMonth last) {
        var present = of(table);
        var next = present.isEmpty() ? first : present.getLast().plusMonths(1);
        if (next.isAfter(last)) {
            return;
        }
        var added = Stream.iterate(next, month -> !month.isAfter(last), month -> month.plusMonths(1))
                .map(month -> "PARTITION %s VALUES LESS THAN ('%s'), "
                        .formatted(NAME.format(month), month.plusMonths(1).atDay(1)))
                .collect(joining());
        change(
                "ALTER TABLE %s REORGANIZE PARTITION ahead INTO (%sPARTITION ahead VALUES LESS THAN (MAXVALUE))"
                        .formatted(table, added),
                () -> of(table).contains(last));
    }

    /** Drops a month of the log, and with the lowest all of before. */
    void dropFromLog(YearMonth month) {
        change("ALTER TABLE %s DROP PARTITION %s".formatted(LOG, NAME.format(month)), () -> !of(LOG).contains(month));
    }

    /** Whether all that a month's partition of the log holds is in the durable calendar, too. */
    boolean inCalendar(YearMonth month) {
        return alone((StatementCallback<Boolean>) statement -> {
            try (var missing = statement.executeQuery("""
                    SELECT 1 FROM sign_in_log PARTITION (%s) l
                      LEFT JOIN sign_in_month m
                        ON m.user_id = l.user_id AND m.month = l.day - INTERVAL DAY(l.day) - 1 DAY
                     WHERE m.user_id IS NULL OR m.days & 1 << DAY(l.day) - 1 = 0
                     LIMIT 1
                    """.formatted(NAME.format(month)))) {
                return !missing.next();
            }
        });
    }

    /** @param done whether it is done already: another instance may have been first */
    private void change(String ddl, BooleanSupplier done) {
        try {
            alone((StatementCallback<Boolean>) statement -> statement.execute(ddl));
        } catch (DataAccessException failure) {
            if (!done.getAsBoolean()) {
                throw failure;
            }
        }
    }

    /** On a connection without the usual timeout, as a large partition takes long. */
    private <T> T alone(StatementCallback<T> work) {
        return jdbc.execute((ConnectionCallback<T>) connection -> {
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, 0);
            try (var statement = connection.createStatement()) {
                statement.execute("SET SESSION lock_wait_timeout = " + SECONDS_IN_THE_WAY);
                return work.doInStatement(statement);
            } finally {
                restore(connection, usual);
            }
        });
    }

    private static void restore(Connection connection, int usual) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SET SESSION lock_wait_timeout = DEFAULT");
        }
        connection.setNetworkTimeout(Runnable::run, usual);
    }
}
