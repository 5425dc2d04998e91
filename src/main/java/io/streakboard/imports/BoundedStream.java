package io.streakboard.imports;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.util.unit.DataSize;

/** Fails when there are more bytes than allowed: two megabytes of gzip can unpack to two gigabytes. */
class BoundedStream extends FilterInputStream {

    private final DataSize most;
    private long left;

    BoundedStream(InputStream in, DataSize most) {
        super(in);
        this.most = most;
        this.left = most.toBytes();
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        count(read);
        return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long bytes) throws IOException {
        left -= Math.max(0, bytes);
        if (left < 0) {
            throw new IOException("the file has more than " + most.toMegabytes() + " MB when unpacked,"
                    + " see streakboard.imports.max-size");
        }
    }
}
