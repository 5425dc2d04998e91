package io.streakboard.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.springframework.util.FileSystemUtils;

/**
 * The packaged application, unpacked as in the image. The first instance that stops leaves an archive of its classes,
 * from which later ones start in half the time.
 */
final class Unpacked {

    private static final Path FOLDER = Path.of("target", "unpacked-" + Integer.getInteger("streakboard.tests.fork", 1))
            .toAbsolutePath();

    /** Arguments of {@code java}, with the application last. */
    static final List<String> PROGRAM = List.of(
            "-XX:+AutoCreateSharedArchive",
            "-XX:SharedArchiveFile=" + FOLDER.resolve("streakboard.jsa"),
            "-Xlog:cds*=off", // classes that the archive cannot hold
            "-jar",
            unpack().resolve("streakboard.jar").toString());

    private Unpacked() {}

    /** Anew in each run: the folder may be of an older build. */
    private static Path unpack() {
        var jar =
                Objects.requireNonNull(System.getProperty("streakboard.jar"), "streakboard.jar names the application");
        try {
            FileSystemUtils.deleteRecursively(FOLDER);
            var extract = new ProcessBuilder(
                            ApplicationProcess.JAVA,
                            "-Djarmode=tools",
                            "-jar",
                            jar,
                            "extract",
                            "--destination",
                            FOLDER.toString(),
                            "--application-filename",
                            "streakboard.jar")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.INHERIT)
                    .start();
            if (extract.waitFor() != 0) {
                throw new IllegalStateException("Cannot unpack " + jar);
            }
            return FOLDER;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
