package io.streakboard.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections that begin a request and do not come to its end. */
public final class SlowClients implements AutoCloseable {

    /** What a request begins with that never has a whole head. */
    public static final String HALF_A_HEAD = "GET /api/boards/points/top HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

    /** What a connection with TLS begins with whose greeting never comes to its end. */
    public static final String HALF_A_HANDSHAKE = "\26\3\1\1\4\1\0\1\0\3\3";

    private static final int PATIENCE_MILLIS = 500;

    private final InetSocketAddress server;
    private final String beginning;
    private final List<SocketChannel> connections = new ArrayList<>();
    private int toCome;

    /** Opens as many as the port takes at once; the others come when there is room. */
    public SlowClients(int port, int count, String beginning) {
        this.server = new InetSocketAddress("127.0.0.1", port);
        this.beginning = beginning;
        this.toCome = count;
        stillOpen("");
    }

    /** What a request begins with whose body never comes. */
    public static String beginningOfABody(String authorization) {
        return "POST /api/activities HTTP/1.1\r\nHost: localhost\r\n" + authorization
                + "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{\"activities\":[";
    }

    /**
     * Sends a little more on each, and opens those for which there is room now.
     *
     * @return how many are not closed yet
     */
    public int stillOpen(String more) {
        connections.removeIf(connection -> !takes(connection, more));
        while (toCome > 0 && open()) {
            toCome--;
        }
        return connections.size() + toCome;
    }

    private boolean open() {
        try {
            var connection = SocketChannel.open();
            connections.add(connection);
            connection.socket().connect(server, PATIENCE_MILLIS);
            connection.configureBlocking(false);
            return takes(connection, beginning);
        } catch (IOException full) {
            return false;
        }
    }

    private static boolean takes(SocketChannel connection, String text) {
        try {
            if (connection.read(ByteBuffer.allocate(1_000)) >= 0) {
                connection.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
                return true;
            }
        } catch (IOException | NotYetConnectedException closed) {
            // as one that has come to its end
        }
        close(connection);
        return false;
    }

    private static void close(SocketChannel connection) {
        try {
            connection.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        connections.forEach(SlowClients::close);
    }
}
