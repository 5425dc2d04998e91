package io.streakboard.benchmark;

import io.streakboard.process.ApplicationProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** How much of its heap an instance needs. */
final class Heap {

    private static final Pattern USED = Pattern.compile("heap .*used (\\d+)K");

    private Heap() {}

    /** What is left after a garbage collection. */
    static String used(ApplicationProcess instance) throws IOException {
        jcmd(instance, "GC.run");
        var used = USED.matcher(jcmd(instance, "GC.heap_info"));
        return used.find() ? Integer.parseInt(used.group(1)) / 1024 + " MB" : "–";
    }

    private static String jcmd(ApplicationProcess instance, String command) throws IOException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, "" + instance.pid(), command).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
