package io.streakboard.process;

import io.streakboard.embedded.EmbeddedServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.springframework.util.FileSystemUtils;

/**
 * The packaged application, unpacked as in the image, with an archive of its classes that halves the time of a start.
 * One JVM of tests makes both for all, and later runs keep them as long as the jar is the same.
 */
final class Unpacked {

    private static final Path FOLDER = Path.of("target", "unpacked").toAbsolutePath();
    private static final Path SOURCE = FOLDER.resolve("source.jar");
    private static final Path APPLICATION = FOLDER.resolve("streakboard.jar");
    private static final Path ARCHIVE = FOLDER.resolve("streakboard.jsa");

    /** Arguments of {@code java}, with the application last. */
    static final List<String> PROGRAM = program();

    private Unpacked() {}

    private static List<String> program() {
        var jar = Path.of(
                Objects.requireNonNull(System.getProperty("streakboard.jar"), "streakboard.jar names the application"));
        var lock = FOLDER.resolveSibling("unpacked.lock");
        try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var ignored = channel.lock()) {
            if (!Files.exists(ARCHIVE) || Files.mismatch(jar, SOURCE) >= 0) {
                unpack(jar);
                archive();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return program("-XX:SharedArchiveFile=");
    }

    private static void unpack(Path jar) throws IOException, InterruptedException {
        FileSystemUtils.deleteRecursively(FOLDER);
        var extract = new ProcessBuilder(
                        ApplicationProcess.JAVA,
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--destination",
                        FOLDER.toString(),
                        "--application-filename",
                        APPLICATION.getFileName().toString())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        if (extract.waitFor() != 0) {
            throw new IllegalStateException("Cannot unpack " + jar);
        }
        Files.copy(jar, SOURCE);
    }

    /** The JVM writes it when an instance ends that has started once. */
    private static void archive() throws IOException {
        var data = FOLDER.resolve("servers");
        try (var servers = EmbeddedServers.startIn(data)) {
            ApplicationProcess.start("archive", program("-XX:ArchiveClassesAtExit="), servers.properties("archive", 0))
                    .close();
        }
        FileSystemUtils.deleteRecursively(data);
    }

    private static List<String> program(String option) {
        return List.of(
                option + ARCHIVE,
                "-Xlog:cds*=off", // classes that the archive cannot hold
                "-jar",
                APPLICATION.toString());
    }
}
