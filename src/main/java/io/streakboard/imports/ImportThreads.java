package io.streakboard.imports;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Imports run side by side, each on a thread of its own. When the application stops, they are left to other instances.
 */
@Component
class ImportThreads implements SmartLifecycle {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Import imports;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    ImportThreads(Import imports) {
        this.imports = imports;
    }

    /** Goes on with a run, behind the caller. */
    void begin(ImportRun run) {
        var thread = Thread.ofVirtual().name("import-" + run.id()).unstarted(() -> {
            try {
                imports.run(run, () -> !running);
            } finally {
                threads.remove(Thread.currentThread());
            }
        });
        threads.add(thread);
        thread.start();
    }

    @Override
    public void start() {
        running = true;
    }

    /** Lets the batches under way finish. */
    @Override
    public void stop() {
        running = false;
        try {
            for (var thread : threads) {
                if (!thread.join(STOP_TIMEOUT)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
