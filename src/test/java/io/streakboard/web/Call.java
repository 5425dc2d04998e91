package io.streakboard.web;

import io.streakboard.support.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request as bytes, which no client would send like this.
 *
 * @param headers whole lines, without the length
 * @param chunked whether the body is sent in chunks
 * @param cut how many bytes of the body, as sent, are never sent
 */
record Call(Route route, String target, String version, List<String> headers, byte[] body, boolean chunked, int cut) {

    private static final int TIMEOUT_MILLIS = 20_000;

    Reply send(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            var answer = new ByteArrayOutputStream();
            try {
                socket.getOutputStream().write(bytes());
                socket.shutdownOutput();
                read(socket.getInputStream(), answer);
            } catch (SocketException closed) {
                // the server refused without taking the rest; what it said may have arrived
            }
            return Reply.of(answer.toByteArray());
        }
    }

    /** To its end, but a stream of events has none. */
    private static void read(InputStream in, ByteArrayOutputStream answer) throws IOException {
        var buffer = new byte[8192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            answer.write(buffer, 0, read);
            if (answer.toString(StandardCharsets.US_ASCII).contains("Content-Type: text/event-stream")) {
                return;
            }
        }
    }

    byte[] bytes() throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.write(head().getBytes(StandardCharsets.ISO_8859_1));
        var sent = sentBody();
        bytes.write(sent, 0, Math.max(0, sent.length - cut));
        return bytes.toByteArray();
    }

    private String head() {
        var head = new StringBuilder(route.method())
                .append(' ')
                .append(target)
                .append(' ')
                .append(version)
                .append("\r\nHost: localhost\r\nConnection: close\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        if (chunked) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (body.length > 0) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private byte[] sentBody() throws IOException {
        if (!chunked) {
            return body;
        }
        var chunks = new ByteArrayOutputStream();
        for (int from = 0; from < body.length; from += 1000) {
            int length = Math.min(1000, body.length - from);
            chunks.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            chunks.write(body, from, length);
            chunks.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        chunks.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return chunks.toByteArray();
    }

    /** Whether it asks for what the protocol has answers of its own for: another version, an unknown encoding. */
    boolean isBeyondTheProtocol() {
        return !version.equals("HTTP/1.1")
                || headers.stream().anyMatch(header -> header.startsWith("Transfer-Encoding"));
    }

    @Override
    public String toString() {
        try {
            var text = new String(bytes(), StandardCharsets.ISO_8859_1);
            return text.length() > 1500 ? text.substring(0, 1500) + "… " + body.length + " bytes" : text;
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
