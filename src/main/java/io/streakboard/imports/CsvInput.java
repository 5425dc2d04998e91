package io.streakboard.imports;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Arrays;
import org.springframework.util.unit.DataSize;

/**
 * Reads each byte as the character of the same number, so that a record that is not UTF-8 breaks no other. Bounds the
 * input in all, and the input without the end of a record, as after a quote that is never closed.
 */
class CsvInput extends Reader {

    /**
     * Stands for a carriage return without a line feed. It ends no record: programs that quote values with a line feed
     * often forget it.
     */
    static final char LONE_RETURN = '\u240d';

    /** Also for skipped bytes between records: a kilobyte of gzip can hold a megabyte of empty lines. */
    static final int LONGEST_RECORD = 1 << 20;

    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final int BUFFER = 1 << 13;

    /** A record exceeds its maximum length. */
    static class EndlessRecord extends IOException {}

    private final InputStream bytes;
    private final DataSize most;
    private final byte[] buffer = new byte[BUFFER];
    private int next;
    private int end;
    private long size;
    private long recordsEnd;

    /** @param most the maximum number of bytes */
    CsvInput(InputStream bytes, DataSize most) throws IOException {
        this.bytes = bytes;
        this.most = most;
        this.end = bytes.readNBytes(buffer, 0, MARK.length);
        this.size = end;
        if (Arrays.equals(buffer, 0, end, MARK, 0, MARK.length)) {
            next = end; // spreadsheets begin with a byte order mark
        }
    }

    /** A record has been read, so that the next one has its whole length. */
    void recordEnded() {
        recordsEnd = size;
    }

    @Override
    public int read(char[] characters, int offset, int length) throws IOException {
        if (next == end && !fill()) {
            return -1;
        }
        int count = 0;
        while (count < length && next < end && (count == 0 || !isUndecided())) {
            characters[offset + count++] = character();
        }
        return count;
    }

    /** Whether the next character depends on bytes that are not in the buffer. */
    private boolean isUndecided() {
        return next == end - 1 && buffer[next] == '\r';
    }

    private char character() throws IOException {
        byte read = buffer[next++];
        if (read != '\r' || (next < end || fill()) && buffer[next] == '\n') {
            return (char) (read & 0xff);
        }
        return LONE_RETURN;
    }

    private boolean fill() throws IOException {
        int read = bytes.read(buffer);
        if (read < 0) {
            return false;
        }
        next = 0;
        end = read;
        size += read;
        if (size > most.toBytes()) {
            throw new IOException("the file has more than " + most.toMegabytes() + " MB when unpacked,"
                    + " see streakboard.imports.max-size");
        }
        if (size - recordsEnd > LONGEST_RECORD + BUFFER) {
            throw new EndlessRecord();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
