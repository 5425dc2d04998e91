package io.streakboard.web.overload;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Warns at the start if the JVM would live on after it ran out of memory, when some threads may be dead. */
@Component
class OutOfMemory {

    private static final Logger log = LoggerFactory.getLogger(OutOfMemory.class);
    private static final List<String> ENDS = List.of("ExitOnOutOfMemoryError", "CrashOnOutOfMemoryError");

    private final Predicate<String> options;

    OutOfMemory() {
        this(OutOfMemory::isSet);
    }

    /** @param options which boolean options the JVM was started with */
    OutOfMemory(Predicate<String> options) {
        this.options = options;
    }

    @EventListener(ApplicationStartedEvent.class)
    void warn() {
        if (ENDS.stream().noneMatch(options)) {
            log.warn(
                    "Start java with -XX:+ExitOnOutOfMemoryError: without it, an instance that ran out of memory may be"
                            + " dead and not end");
        }
    }

    private static boolean isSet(String option) {
        return ManagementFactory.getPlatformMXBeans(HotSpotDiagnosticMXBean.class).stream()
                .anyMatch(jvm -> Boolean.parseBoolean(jvm.getVMOption(option).getValue()));
    }
}
