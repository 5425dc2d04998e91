package io.streakboard.imports;

import io.streakboard.time.Retention;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table {@code import_chunk}: files of imports in pieces of a megabyte, so that any instance can read them, each in
 * constant memory.
 */
@Component
class ImportChunks {

    private static final int SIZE = 1 << 20; // far below max_allowed_packet
    private static final int DELETED_AT_ONCE = 50;

    private final JdbcClient jdbc;

    ImportChunks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    OutputStream write(long run) {
        return new Output(run);
    }

    /** Reads a file from its beginning, a piece at a time. */
    InputStream read(long run) {
        return new SequenceInputStream(new Pieces(run));
    }

    /** The number of bytes of a file. */
    long size(long run) {
        return jdbc.sql("""
                        SELECT number * ? + LENGTH(content) FROM import_chunk WHERE import_run_id = ?
                         ORDER BY number DESC LIMIT 1
                        """).params(SIZE, run).query(Long.class).optional().orElse(0L);
    }

    /** The first bytes of a file. */
    byte[] beginning(long run, int atMost) {
        return jdbc.sql("SELECT SUBSTRING(content, 1, ?) FROM import_chunk WHERE import_run_id = ? AND number = 0")
                .params(atMost, run)
                .query((row, number) -> row.getBytes(1))
                .optional()
                .orElseGet(() -> new byte[0]);
    }

    void delete(long run) {
        Retention.inBatches(
                DELETED_AT_ONCE,
                most -> jdbc.sql("DELETE FROM import_chunk WHERE import_run_id = ? LIMIT ?")
                        .params(run, most)
                        .update());
    }

    /** The runs that have pieces. */
    List<Long> runs() {
        return jdbc.sql("SELECT DISTINCT import_run_id FROM import_chunk")
                .query((row, number) -> row.getLong(1))
                .list();
    }

    private Optional<byte[]> content(long run, int number) {
        return jdbc.sql("SELECT content FROM import_chunk WHERE import_run_id = ? AND number = ?")
                .params(run, number)
                .query((row, index) -> row.getBytes(1))
                .optional();
    }

    private class Output extends OutputStream {

        private final long run;
        private final ByteArrayOutputStream piece = new ByteArrayOutputStream(SIZE);
        private int next;

        Output(long run) {
            this.run = run;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int from = offset;
            while (from < offset + length) {
                int some = Math.min(offset + length - from, SIZE - piece.size());
                piece.write(bytes, from, some);
                from += some;
                if (piece.size() == SIZE) {
                    store();
                }
            }
        }

        private void store() {
            jdbc.sql("INSERT INTO import_chunk (import_run_id, number, content) VALUES (?, ?, ?)")
                    .params(run, next++, piece.toByteArray())
                    .update();
            piece.reset();
        }

        @Override
        public void close() {
            if (piece.size() > 0) {
                store();
            }
        }
    }

    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes no Iterator
    private class Pieces implements Enumeration<InputStream> {

        private final long run;
        private Optional<byte[]> next;
        private int number;

        Pieces(long run) {
            this.run = run;
            this.next = content(run, number);
        }

        @Override
        public boolean hasMoreElements() {
            return next.isPresent();
        }

        @Override
        public InputStream nextElement() {
            var piece = next.orElseThrow(NoSuchElementException::new);
            next = content(run, ++number);
            return new ByteArrayInputStream(piece);
        }
    }
}
