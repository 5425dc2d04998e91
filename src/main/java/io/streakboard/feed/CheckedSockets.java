package io.streakboard.feed;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Checks the address that a socket is connected to, before TLS begins. To look the name up and check that would not do:
 * the connection looks it up again, and may get another answer.
 */
class CheckedSockets extends SSLSocketFactory {

    private final SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();

    /** {@link javax.net.ssl.HttpsURLConnection} connects a plain socket first, as there is no {@link #createSocket()}. */
    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
        if (!PublicAddress.is(connected.getInetAddress())) {
            connected.close();
            throw new ConnectException("the host has a private address");
        }
        return tls.createSocket(connected, host, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw unchecked();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        throw unchecked();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw unchecked();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        throw unchecked();
    }

    /** {@link javax.net.ssl.HttpsURLConnection} tries these when the checked way has failed. */
    private static IOException unchecked() {
        return new ConnectException("the address was not checked");
    }
}
