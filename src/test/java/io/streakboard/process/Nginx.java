package io.streakboard.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.EmbeddedServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import org.springframework.util.FileSystemUtils;

/**
 * Debian's nginx with the configuration that operators get, in front of one instance. Its certificate is self-signed
 * and new. What it prints goes to {@code target/<name>.log}.
 */
public final class Nginx implements AutoCloseable {

    public static final Path CONFIGURATION = Path.of("src/main/container/nginx.conf");
    private static final String PROGRAM = System.getProperty("streakboard.nginx", "/usr/sbin/nginx");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final char[] PASSWORD = "certificate".toCharArray();

    /** Debian's nginx has absolute paths for what it writes, which only root may write to. */
    private static final String FOLDERS = """
            http {
                client_body_temp_path bodies;
                proxy_temp_path answers;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
            """;

    private final Path folder;
    private final int port;
    private final Process process;

    private Nginx(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** @param instance the port of the API */
    public static Nginx startBefore(int instance, String name) {
        try {
            var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "nginx-");
            int port = EmbeddedServers.freePort();
            writeCertificate(folder);
            Files.writeString(folder.resolve("nginx.conf"), configuration(folder, port, instance));
            var process = new ProcessBuilder(
                            PROGRAM,
                            "-p",
                            folder.toString(),
                            "-c",
                            "nginx.conf",
                            "-g",
                            "daemon off; user root; pid nginx.pid;")
                    .redirectErrorStream(true)
                    .redirectOutput(
                            Redirect.appendTo(Path.of("target", name + ".log").toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            var started = new Nginx(folder, port, process);
            started.awaitPort(name);
            return started;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static String configuration(Path folder, int port, int instance) throws IOException {
        var text = Files.readString(CONFIGURATION);
        text = replaced(text, "http {\n", FOLDERS);
        text = replaced(text, "127.0.0.1:8080", "127.0.0.1:" + instance);
        text = replaced(text, "listen 443 ", "listen " + port + " ");
        text = replaced(text, "/etc/nginx/streakboard.crt", folder.resolve("certificate.pem"));
        return replaced(text, "/etc/nginx/streakboard.key", folder.resolve("key.pem"));
    }

    private static String replaced(String text, String from, Object to) {
        assertThat(text).containsOnlyOnce(from);
        return text.replace(from, to.toString());
    }

    private static void writeCertificate(Path folder) throws IOException, InterruptedException {
        var file = folder.resolve("certificate.p12");
        var made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "nginx",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectError(Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(made).isZero();
        try (var content = Files.newInputStream(file)) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(content, PASSWORD);
            Files.writeString(
                    folder.resolve("certificate.pem"),
                    pem("CERTIFICATE", keys.getCertificate("nginx").getEncoded()));
            Files.writeString(
                    folder.resolve("key.pem"),
                    pem("PRIVATE KEY", keys.getKey("nginx", PASSWORD).getEncoded()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(content));
    }

    private void awaitPort(String name) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!listens()) {
            if (process.waitFor(Duration.ofMillis(50)) || System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException("nginx did not start: "
                        + String.join("\n", Files.readAllLines(Path.of("target", name + ".log"))));
            }
        }
    }

    private boolean listens() {
        try (var socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    /** Another host, scheme and port than those of the instance behind. */
    public String url() {
        return "https://localhost:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
