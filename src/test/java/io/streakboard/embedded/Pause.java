package io.streakboard.embedded;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Stops processes of the operating system where they are, and lets them go on. They keep their connections. */
public final class Pause {

    private Pause() {}

    /**
     * Returns when all threads of the process stand still: one of them gets the signal and stops the others, which go on
     * until it has found a processor.
     */
    public static void begin(Process process) {
        signal("STOP", process);
        await().until(() -> standsStill(process));
    }

    public static void end(Process process) {
        signal("CONT", process);
    }

    private static void signal(String name, Process process) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean standsStill(Process process) throws IOException {
        var threads = Path.of("/proc", Long.toString(process.pid()), "task");
        if (Files.notExists(threads)) {
            return true; // it has ended, or this is no Linux
        }
        try (var all = Files.list(threads)) {
            return all.allMatch(Pause::isStopped);
        }
    }

    /** The state follows the name of the thread, which is in parentheses: see proc_pid_stat(5). */
    private static boolean isStopped(Path thread) {
        try {
            var stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (NoSuchFileException ended) {
            return true;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
