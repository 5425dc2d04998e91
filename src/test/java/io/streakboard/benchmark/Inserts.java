package io.streakboard.benchmark;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/** Nothing but inserts, over some connections side by side: what the application is compared with. */
final class Inserts implements AutoCloseable {

    /** Writes a batch; the transaction is the caller's. */
    @FunctionalInterface
    interface Batch<T> {

        void insert(Connection connection, List<T> rows) throws SQLException;
    }

    private final List<Connection> connections = new ArrayList<>();

    Inserts(DataSource source, int connections) throws SQLException {
        for (int i = 0; i < connections; i++) {
            var connection = source.getConnection();
            connection.setAutoCommit(false);
            this.connections.add(connection);
        }
    }

    /** Writes batches, each in a transaction, and returns how many rows a second. Each connection gets as many. */
    <T> double run(List<List<T>> batches, Batch<T> batch) throws InterruptedException, ExecutionException {
        int share = batches.size() / connections.size();
        try (var threads = Executors.newFixedThreadPool(connections.size())) {
            var working = new ArrayList<Future<Integer>>();
            long start = System.nanoTime();
            for (int i = 0; i < connections.size(); i++) {
                var connection = connections.get(i);
                var own = batches.subList(i * share, (i + 1) * share);
                working.add(threads.submit(() -> {
                    int rows = 0;
                    for (var each : own) {
                        batch.insert(connection, each);
                        connection.commit();
                        rows += each.size();
                    }
                    return rows;
                }));
            }
            int rows = 0;
            for (var each : working) {
                rows += each.get();
            }
            return rows / ((System.nanoTime() - start) / 1e9);
        }
    }

    @Override
    public void close() throws SQLException {
        for (var connection : connections) {
            connection.close();
        }
    }
}
