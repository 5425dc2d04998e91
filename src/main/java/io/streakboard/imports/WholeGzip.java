package io.streakboard.imports;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks all members of a file. The JDK takes a damaged header of a further member for the end of the file, and drops
 * all that follows; here it is an error.
 */
class WholeGzip extends GZIPInputStream {

    private static final int TRAILER = 8;

    private final CountingStream compressed;
    private long unpacked;

    WholeGzip(InputStream compressed, int buffer) throws IOException {
        this(new CountingStream(compressed), buffer);
    }

    private WholeGzip(CountingStream compressed, int buffer) throws IOException {
        super(compressed, buffer);
        this.compressed = compressed;
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        unpacked = compressed.count;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        if (read < 0) {
            requireEnd();
        }
        return read;
    }

    private void requireEnd() throws IOException {
        long end = unpacked - inf.getRemaining() + TRAILER;
        compressed.transferTo(OutputStream.nullOutputStream());
        if (compressed.count > end) {
            throw new ZipException("what follows is not gzip");
        }
    }

    private static class CountingStream extends FilterInputStream {

        private long count;

        CountingStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            count += Math.max(0, read);
            return read;
        }

        /** Never 0, which the JDK would take for the end: a file may be read in pieces. */
        @Override
        public int available() {
            return 1;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
