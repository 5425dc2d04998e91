package io.streakboard.benchmark;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest client there is, so that the two cores are left to the server: requests are made beforehand as bytes,
 * and each connection is kept alive, with one request under way at a time. Of an answer only status and length are
 * read.
 */
final class Load {

    private static final int CONNECTIONS = 32;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHUNKED = "transfer-encoding:".getBytes(StandardCharsets.US_ASCII);

    private Load() {}

    /** Sends all requests and returns how many were answered in a second. */
    static double run(int port, List<byte[]> requests) throws InterruptedException, ExecutionException {
        return run(port, requests, CONNECTIONS);
    }

    static double run(int port, List<byte[]> requests, int connections)
            throws InterruptedException, ExecutionException {
        try (var threads = Executors.newFixedThreadPool(connections)) {
            var share = requests.size() / connections;
            var working = new ArrayList<Future<?>>();
            long start = System.nanoTime();
            for (int i = 0; i < connections; i++) {
                var own = requests.subList(i * share, (i + 1) * share);
                working.add(threads.submit(() -> {
                    send(port, own);
                    return null;
                }));
            }
            for (var connection : working) {
                connection.get();
            }
            return share * connections / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Sends requests for some time, fewer than there are, and returns how many were answered in a second. */
    static double run(int port, List<byte[]> requests, int connections, Duration time)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        var next = new AtomicInteger();
        Supplier<byte @Nullable []> untilThen = () -> {
            int index = next.getAndIncrement();
            return System.nanoTime() - start < time.toNanos() && index < requests.size() ? requests.get(index) : null;
        };
        try (var threads = Executors.newFixedThreadPool(connections)) {
            var working = new ArrayList<Future<Integer>>();
            for (int i = 0; i < connections; i++) {
                working.add(threads.submit(() -> send(port, untilThen)));
            }
            int answered = 0;
            for (var connection : working) {
                answered += connection.get();
            }
            return answered / ((System.nanoTime() - start) / 1e9);
        }
    }

    /**
     * Sends requests at an even pace and tells how long each took. It counts from when a request was due, so one that
     * could not be sent in time, as the answer before it was late, took longer.
     *
     * @return nanoseconds, the shortest first
     */
    static long[] paced(int port, List<byte[]> requests, int connections, double aSecond)
            throws InterruptedException, ExecutionException {
        var times = new long[requests.size()];
        long start = System.nanoTime();
        try (var threads = Executors.newFixedThreadPool(connections)) {
            var working = new ArrayList<Future<?>>();
            for (int i = 0; i < connections; i++) {
                int first = i;
                working.add(threads.submit(() -> {
                    try (var connection = new Connection(port)) {
                        for (int index = first; index < times.length; index += connections) {
                            long due = start + (long) (index * 1e9 / aSecond);
                            LockSupport.parkNanos(due - System.nanoTime());
                            connection.send(requests.get(index));
                            times[index] = System.nanoTime() - due;
                        }
                    }
                    return null;
                }));
            }
            for (var connection : working) {
                connection.get();
            }
        }
        Arrays.sort(times);
        return times;
    }

    static byte[] get(String path, String token) {
        return """
                GET %s HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                \r
                """.formatted(path, token).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] post(String path, String token) {
        return post(path, token, "");
    }

    /** @param json a body without any character beyond ASCII */
    static byte[] post(String path, String token, String json) {
        return """
                POST %s HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                %s""".formatted(path, token, json.length(), json).getBytes(StandardCharsets.US_ASCII);
    }

    private static void send(int port, List<byte[]> requests) throws IOException {
        var each = requests.iterator();
        send(port, () -> each.hasNext() ? each.next() : null);
    }

    /** Sends until there is nothing more to send, and returns how many were answered. */
    private static int send(int port, Supplier<byte @Nullable []> requests) throws IOException {
        try (var connection = new Connection(port)) {
            int answered = 0;
            for (var request = requests.get(); request != null; request = requests.get()) {
                connection.send(request);
                answered++;
            }
            return answered;
        }
    }

    private static final class Connection implements AutoCloseable {

        private final Socket socket = new Socket();
        private final InputStream answers;
        private final byte[] line = new byte[8192];

        Connection(int port) throws IOException {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            answers = new BufferedInputStream(socket.getInputStream());
        }

        /** Returns when all of the answer has come. */
        void send(byte[] request) throws IOException {
            socket.getOutputStream().write(request);
            readAnswer(answers, line);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static void readAnswer(InputStream answers, byte[] line) throws IOException {
        int length = readLine(answers, line);
        int status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
        if (status / 100 != 2) {
            throw new IOException("Answered with " + new String(line, 0, length, StandardCharsets.US_ASCII));
        }
        int body = 0;
        boolean chunked = false;
        while ((length = readLine(answers, line)) > 0) {
            if (startsWith(line, LENGTH)) {
                body = Integer.parseInt(
                        new String(line, LENGTH.length, length - LENGTH.length, StandardCharsets.US_ASCII).trim());
            }
            chunked |= startsWith(line, CHUNKED);
        }
        if (chunked) {
            while ((body = Integer.parseInt(
                            new String(line, 0, readLine(answers, line), StandardCharsets.US_ASCII), 16))
                    > 0) {
                answers.skipNBytes(body + 2L);
            }
            readLine(answers, line);
        } else {
            answers.skipNBytes(body);
        }
    }

    private static int readLine(InputStream answers, byte[] line) throws IOException {
        int length = 0;
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line[length++] = (byte) next;
        }
        return length - 1;
    }

    private static boolean startsWith(byte[] line, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (Character.toLowerCase(line[i]) != name[i]) {
                return false;
            }
        }
        return true;
    }
}
