package io.streakboard.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A port before a server on this machine that can deliver each byte some time later, in either direction, as a long wire
 * would: what is sent meanwhile follows in time, so nothing but the way takes longer.
 */
public final class LongWire implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;
    private static final int CHUNKS_UNDER_WAY = 1_000;

    /** Some bytes and when they arrive; none at the end of the stream. */
    private record Chunk(byte[] bytes, long arrivesAt) {}

    private final int server;
    private final ServerSocket port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private volatile Duration delay = Duration.ZERO;

    private LongWire(int server) throws IOException {
        this.server = server;
        this.port = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    /** @param server the port of the server on 127.0.0.1 */
    public static LongWire to(int server) throws IOException {
        var wire = new LongWire(server);
        wire.threads.submit(wire::accept);
        return wire;
    }

    public int port() {
        return port.getLocalPort();
    }

    /** How long bytes are under way from now on, on each way. */
    public void takes(Duration delay) {
        this.delay = delay;
    }

    private void accept() {
        try {
            while (true) {
                connect(port.accept());
            }
        } catch (IOException closed) {
            // Nobody comes any more.
        }
    }

    private void connect(Socket client) throws IOException {
        var there = new Socket(InetAddress.getLoopbackAddress(), server);
        for (var socket : new Socket[] {client, there}) {
            socket.setTcpNoDelay(true);
            sockets.add(socket);
        }
        carry(client, there);
        carry(there, client);
    }

    private void carry(Socket from, Socket to) throws IOException {
        var underWay = new LinkedBlockingQueue<Chunk>(CHUNKS_UNDER_WAY);
        var input = from.getInputStream();
        var output = to.getOutputStream();
        threads.submit(() -> {
            take(input, underWay);
            return null;
        });
        threads.submit(() -> {
            try (from;
                    to) {
                deliver(underWay, output);
            } finally {
                sockets.removeAll(Set.of(from, to));
            }
            return null;
        });
    }

    private void take(InputStream input, BlockingQueue<Chunk> underWay) throws InterruptedException {
        var buffer = new byte[CHUNK];
        for (int length = read(input, buffer); length > 0; length = read(input, buffer)) {
            underWay.put(new Chunk(Arrays.copyOf(buffer, length), System.nanoTime() + delay.toNanos()));
        }
        underWay.put(new Chunk(new byte[0], System.nanoTime()));
    }

    private static int read(InputStream input, byte[] buffer) {
        try {
            return input.read(buffer);
        } catch (IOException closed) {
            return -1;
        }
    }

    private static void deliver(BlockingQueue<Chunk> underWay, OutputStream output)
            throws InterruptedException, IOException {
        for (var next = underWay.take(); next.bytes().length > 0; next = underWay.take()) {
            for (long left = left(next); left > 0; left = left(next)) {
                LockSupport.parkNanos(left);
            }
            output.write(next.bytes());
        }
    }

    private static long left(Chunk chunk) {
        return chunk.arrivesAt() - System.nanoTime();
    }

    @Override
    public void close() {
        try (port) {
            threads.shutdownNow();
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
