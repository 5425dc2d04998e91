package io.streakboard.imports;

import io.streakboard.time.BusinessTime;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.springframework.stereotype.Component;

/** Takes in files. They are kept compressed; plain ones are compressed on the way. */
@Component
class Uploads {

    private static final int BUFFER = 1 << 16;

    private final ImportRuns runs;
    private final ImportChunks chunks;
    private final ImportProperties properties;
    private final BusinessTime time;

    Uploads(ImportRuns runs, ImportChunks chunks, ImportProperties properties, BusinessTime time) {
        this.runs = runs;
        this.chunks = chunks;
        this.properties = properties;
        this.time = time;
    }

    /** Keeps a file and returns its run, which can begin. If the upload breaks off, nothing is left of it. */
    ImportRun receive(InputStream body) throws IOException {
        var run = runs.save(new ImportRun(time.now()));
        try {
            keep(body, run.id());
            run.begin(time.now(), properties.takeOverAfter());
            return runs.save(run);
        } catch (IOException | RuntimeException brokenOff) {
            chunks.delete(run.id());
            runs.deleteById(run.id());
            throw brokenOff;
        }
    }

    private void keep(InputStream body, long run) throws IOException {
        var bytes = new BufferedInputStream(body, BUFFER);
        try (var file = compressing(bytes, chunks.write(run))) {
            bytes.transferTo(file);
        }
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
