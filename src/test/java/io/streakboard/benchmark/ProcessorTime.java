package io.streakboard.benchmark;

import io.streakboard.process.ApplicationProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The processor time, of user and kernel, that the application and its two servers have taken so far. It says what a
 * request costs even where neighbours keep the processors busy.
 */
record ProcessorTime(Duration application, Duration redis, Duration database) {

    /** The processes to look at. */
    record Processes(long application, long redis, long database) {

        /** @param folder where the servers keep their data */
        static Processes of(ApplicationProcess application, Path folder) throws IOException {
            return new Processes(application.pid(), pid(folder, "redis.pid"), pid(folder, "server.pid"));
        }

        private static long pid(Path folder, String name) throws IOException {
            try (var files = Files.walk(folder, 2)) {
                var file = files.filter(each -> each.endsWith(name)).findFirst().orElseThrow();
                return Long.parseLong(Files.readAllLines(file).getFirst());
            }
        }

        ProcessorTime now() {
            return new ProcessorTime(taken(application), taken(redis), taken(database));
        }
    }

    static Duration taken(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    ProcessorTime since(ProcessorTime before) {
        return new ProcessorTime(
                application.minus(before.application), redis.minus(before.redis), database.minus(before.database));
    }

    /** Microseconds for each of some requests: of the application, of Redis, of the database. */
    List<Double> microsOf(int requests) {
        return List.of(application, redis, database).stream()
                .map(time -> time.toNanos() / 1e3 / requests)
                .toList();
    }
}
