package io.streakboard.fault;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The port of Redis for one instance, with a gate before it. Once a given command comes, it waits there, and all that
 * follows on its connection: Redis knows what the instance has done before, and nothing of what it is about to do.
 */
final class CommandGate implements AutoCloseable {

    private static final int SHOWN = 200;

    /** Which command waits. */
    private record Stop(Pattern beginning, CountDownLatch reached, CountDownLatch opened) {

        Stop(String beginning) {
            this(Pattern.compile(beginning), new CountDownLatch(1), new CountDownLatch(1));
        }
    }

    /** As it came by the wire, and its beginning as text: {@code SET streakboard:board:… 1}. */
    private record Command(byte[] bytes, String text) {}

    private final int redis;
    private final ServerSocket port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private volatile @Nullable Stop stop;

    private CommandGate(int redis) throws IOException {
        this.redis = redis;
        this.port = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    /** @param redis the port of Redis on 127.0.0.1 */
    static CommandGate before(int redis) throws IOException {
        var gate = new CommandGate(redis);
        gate.threads.submit(gate::accept);
        return gate;
    }

    int port() {
        return port.getLocalPort();
    }

    /**
     * Closes the gate for one command.
     *
     * @param beginning of the command, as a regular expression
     */
    void closeFor(String beginning) {
        stop = new Stop(beginning);
    }

    /** Whether a command waits. */
    boolean isReached() {
        var here = stop;
        return here != null && here.reached.getCount() == 0;
    }

    /** Lets what waits go on. */
    void open() {
        var here = stop;
        stop = null;
        if (here != null) {
            here.opened.countDown();
        }
    }

    /** Opens the gate once the instance is dead: what waits never gets to Redis. */
    void forget() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
        open();
    }

    private void accept() {
        try {
            while (true) {
                var client = port.accept();
                threads.submit(() -> connect(client));
            }
        } catch (IOException closed) {
            // Nobody comes any more.
        }
    }

    private Void connect(Socket client) throws IOException, InterruptedException {
        try (client;
                var server = new Socket(InetAddress.getLoopbackAddress(), redis)) {
            sockets.add(client);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            threads.submit(() -> {
                try (client;
                        server) {
                    return server.getInputStream().transferTo(client.getOutputStream());
                }
            });
            var commands = new BufferedInputStream(client.getInputStream(), 1 << 16);
            while (true) {
                var command = next(commands);
                waitAt(command.text);
                server.getOutputStream().write(command.bytes);
            }
        } catch (EOFException end) {
            return null;
        } finally {
            sockets.removeIf(Socket::isClosed);
        }
    }

    private void waitAt(String command) throws InterruptedException {
        var here = stop;
        if (here != null && here.beginning.matcher(command).lookingAt()) {
            here.reached.countDown();
            here.opened.await();
        }
    }

    /** A command is an array of texts, each with its length: {@code *2 $3 GET $1 k}, in lines. */
    private static Command next(InputStream input) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var text = new StringBuilder();
        int words = number(input, bytes);
        for (int i = 0; i < words; i++) {
            int length = number(input, bytes);
            var word = input.readNBytes(length + 2);
            if (word.length < length + 2) {
                throw new EOFException();
            }
            bytes.writeBytes(word);
            if (text.length() < SHOWN) {
                text.append(i == 0 ? "" : " ").append(new String(word, 0, length, StandardCharsets.ISO_8859_1));
            }
        }
        return new Command(bytes.toByteArray(), text.toString());
    }

    private static int number(InputStream input, ByteArrayOutputStream bytes) throws IOException {
        var line = new StringBuilder();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            bytes.write(next);
            line.append((char) next);
        }
        bytes.write('\n');
        return Integer.parseInt(line.substring(1).strip());
    }

    @Override
    public void close() throws IOException {
        port.close();
        forget();
        threads.shutdownNow();
    }
}
