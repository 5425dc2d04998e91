package io.streakboard.signin.calendar;

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

/**
 * The monthly partitions of a table: {@code m2026_11} for November 2026, and {@code ahead} for all later months. The
 * first partition also takes all earlier months. DDL commits: never change partitions within a transaction.
 */
public class MonthPartitions {

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'m'uuuu_MM");

    /**
     * DDL waits for running transactions, and new transactions wait behind it. So it gives up soon, and the next run
     * tries again.
     */
    private static final int LOCK_WAIT_SECONDS = 5;

    private final JdbcTemplate jdbc; // statements here change settings of their connection
    private final String table;

    public MonthPartitions(JdbcTemplate jdbc, String table) {
        this.jdbc = jdbc;
        this.table = table;
    }

    /** The months with a partition, in order. */
    public List<YearMonth> months() {
        return jdbc.query("""
                SELECT partition_name FROM information_schema.partitions
                 WHERE table_schema = DATABASE() AND table_name = ? AND partition_name LIKE 'm%'
                 ORDER BY partition_name
                """, (row, number) -> YearMonth.parse(row.getString(1), NAME), table);
    }

    /**
     * Adds partitions after the present ones, up to a month. A table without partitions gets them from the first month
     * on. Only {@code ahead} is rewritten, which is empty if this happens in time.
     */
    public void extend(YearMonth first, YearMonth last) {
        var present = months();
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
                () -> months().contains(last));
    }

    /** Drops a month; the first partition has all earlier months as well. */
    public void drop(YearMonth month) {
        change(
                "ALTER TABLE %s DROP PARTITION %s".formatted(table, NAME.format(month)),
                () -> !months().contains(month));
    }

    /**
     * Whether any row of a month meets a condition.
     *
     * @param condition in SQL, the row is {@code r}
     */
    public boolean any(YearMonth month, String condition) {
        var query =
                "SELECT 1 FROM %s PARTITION (%s) r WHERE %s LIMIT 1".formatted(table, NAME.format(month), condition);
        return alone(statement -> {
            try (var rows = statement.executeQuery(query)) {
                return rows.next();
            }
        });
    }

    /** @param done whether the change exists already, as another instance may have been first */
    private void change(String ddl, BooleanSupplier done) {
        try {
            alone(statement -> statement.execute(ddl));
        } catch (DataAccessException failure) {
            if (!done.getAsBoolean()) {
                throw failure;
            }
        }
    }

    /** Runs on a connection without the usual timeout, because a large partition takes long. */
    private <T> T alone(StatementCallback<T> work) {
        return jdbc.execute((ConnectionCallback<T>) connection -> {
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, 0);
            try (var statement = connection.createStatement()) {
                statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
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
