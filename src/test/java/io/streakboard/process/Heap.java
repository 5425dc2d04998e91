package io.streakboard.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** How much of its heap an instance needs. */
public final class Heap {

    private static final Pattern USED = Pattern.compile("heap .*used (\\d+)K");

    private Heap() {}

    /** Megabytes that are left after a garbage collection. */
    public static int megabytes(ApplicationProcess instance) throws IOException {
        jcmd(instance, "GC.run");
        var used = USED.matcher(jcmd(instance, "GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("The instance is gone");
        }
        return Integer.parseInt(used.group(1)) / 1024;
    }

    public static String used(ApplicationProcess instance) throws IOException {
        return megabytes(instance) + " MB";
    }

    private static String jcmd(ApplicationProcess instance, String command) throws IOException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, "" + instance.pid(), command).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
