package io.streakboard.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Connections over TLS, from an address of their own, that send a request slowly or read its answer slowly. */
public final class SlowTlsClients implements AutoCloseable {

    private static final int HANDSHAKES_AT_A_TIME = 50;
    private static final int READ_WITHIN_MILLIS = 1;

    /** Small, so that an answer waits on the server's side. */
    private static final int RECEIVE_BUFFER = 4096;

    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    /**
     * @param from an address of this machine
     * @param beginning what each sends at once
     */
    public SlowTlsClients(int port, String from, int count, String beginning) {
        Callable<Void> open = () -> {
            var socket = new Socket();
            socket.setReceiveBufferSize(RECEIVE_BUFFER);
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            var connection = TrustAll.context().getSocketFactory().createSocket(socket, "localhost", port, true);
            connection.setSoTimeout(10_000);
            send(connection, beginning);
            connections.add(connection);
            return null;
        };
        try (var threads = Executors.newFixedThreadPool(
                HANDSHAKES_AT_A_TIME, Thread.ofVirtual().factory())) {
            for (var opened :
                    threads.invokeAll(Stream.generate(() -> open).limit(count).toList())) {
                opened.get();
            }
        } catch (Exception failure) {
            close();
            throw new IllegalStateException(failure);
        }
    }

    /**
     * Reads a byte from each, if there is one, and sends a little more.
     *
     * @return how many are not closed yet
     */
    public int stillOpen(String more) {
        connections.parallelStream()
                .filter(connection -> !goesOn(connection, more))
                .forEach(closed -> {
                    close(closed);
                    connections.remove(closed);
                });
        return connections.size();
    }

    private static boolean goesOn(Socket connection, String more) {
        try {
            connection.setSoTimeout(READ_WITHIN_MILLIS);
            if (connection.getInputStream().read() < 0) {
                return false;
            }
        } catch (SocketTimeoutException nothingYet) {
            // it is still open
        } catch (IOException closed) {
            return false;
        }
        try {
            send(connection, more);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static void send(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void close(Socket connection) {
        try {
            connection.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        connections.parallelStream().forEach(SlowTlsClients::close);
    }
}
