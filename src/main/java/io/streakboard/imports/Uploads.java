package io.streakboard.imports;

import io.streakboard.imports.kinds.FileKind;
import io.streakboard.imports.kinds.FileKinds;
import io.streakboard.runs.RunState;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.util.ConcurrentLruCache;

/** Stores uploaded files, compressed. */
@Component
class Uploads {

    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_HEADER = 200;

    /** Enough compressed bytes for the header, unless the file has a long name or comment. */
    private static final int BEGINNING = 4096;

    /** Enough compressed bytes to tell how many lines a file has in all. */
    private static final int SAMPLE = 1 << 16;

    private static final int KEPT_COUNTS = 64;

    private final ImportRuns runs;
    private final ImportChunks chunks;
    private final FileKinds kinds;
    private final ImportProperties properties;
    private final BusinessTime time;

    /** The lines of whole files by run, so that each look at a running import does not unpack its sample. */
    private final ConcurrentLruCache<Long, Long> lines = new ConcurrentLruCache<>(KEPT_COUNTS, this::countLines);

    Uploads(ImportRuns runs, ImportChunks chunks, FileKinds kinds, ImportProperties properties, BusinessTime time) {
        this.kinds = kinds;
        this.runs = runs;
        this.chunks = chunks;
        this.properties = properties;
        this.time = time;
    }

    /**
     * Stores a file and returns its run, which can begin unless it was cancelled meanwhile. If the upload breaks off,
     * nothing of it is left. A file with another header is refused before anything is stored.
     */
    ImportRun receive(String kind, boolean dryRun, String admin, InputStream body) throws IOException {
        var bytes = new BufferedInputStream(body, BUFFER);
        checkHeader(kinds.named(kind), bytes);
        var run = runs.save(new ImportRun(kind, dryRun, admin, time.now()));
        try {
            keep(bytes, run.id());
            run.begin(time.now(), properties.lease());
            return runs.save(run);
        } catch (OptimisticLockingFailureException cancelled) {
            chunks.delete(run.id());
            return runs.findById(run.id())
                    .filter(ended -> ended.state() != RunState.RUNNING)
                    .orElseThrow(() -> cancelled);
        } catch (IOException | RuntimeException brokenOff) {
            chunks.delete(run.id());
            runs.deleteById(run.id());
            throw brokenOff;
        }
    }

    /**
     * How much of its file a run has counted, in percent. The lines of a large file are known by the size of its
     * beginning only, so it may be a little off; there is no hundred before the end.
     */
    int percent(ImportRun run) {
        return run.lineReached() == 0 // the file may still be growing
                ? 0
                : (int) Math.min(99, run.lineReached() * 100 / lines.get(run.id()));
    }

    private long countLines(long run) {
        var beginning = chunks.beginning(run, SAMPLE);
        return Math.max(1, lineFeeds(beginning) * chunks.size(run) / Math.max(1, beginning.length));
    }

    private static long lineFeeds(byte[] compressed) {
        long count = 0;
        try (var text = new BufferedInputStream(new GZIPInputStream(new ByteArrayInputStream(compressed)), BUFFER)) {
            for (int read = text.read(); read >= 0; read = text.read()) {
                count += read == '\n' ? 1 : 0;
            }
        } catch (IOException cutOff) {
            return count;
        }
        return count;
    }

    private static void checkHeader(FileKind<?> kind, BufferedInputStream bytes) throws IOException {
        boolean gzipped = gzipped(bytes);
        bytes.mark(BEGINNING);
        var beginning = new ByteArrayInputStream(bytes.readNBytes(BEGINNING));
        bytes.reset();
        if (!mayHaveHeader(kind, gzipped, beginning)) {
            throw Problem.invalid(
                    "body",
                    "line 1: " + CsvFile.headerMessage(kind),
                    "header",
                    Map.of("line", 1, "expected", CsvFile.header(kind)));
        }
    }

    /** True if the first line cannot be unpacked from the beginning alone, in which case the import checks it. */
    private static boolean mayHaveHeader(FileKind<?> kind, boolean gzipped, InputStream bytes) throws IOException {
        try {
            var plain = gzipped ? new GZIPInputStream(bytes) : bytes;
            return CsvFile.hasHeader(kind, new ByteArrayInputStream(plain.readNBytes(LONGEST_HEADER)));
        } catch (EOFException | ZipException broken) {
            return true;
        }
    }

    /** Closes the file only if all of it came: else its beginning would look like a whole file to a takeover. */
    private void keep(BufferedInputStream bytes, long run) throws IOException {
        var file = compressing(bytes, chunks.write(run));
        bytes.transferTo(file);
        file.close();
    }

    private static OutputStream compressing(BufferedInputStream bytes, OutputStream file) throws IOException {
        return gzipped(bytes) ? file : new GZIPOutputStream(file, BUFFER);
    }

    private static boolean gzipped(BufferedInputStream bytes) throws IOException {
        bytes.mark(2);
        boolean gzipped = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return gzipped;
    }
}
