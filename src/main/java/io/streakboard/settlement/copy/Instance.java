package io.streakboard.settlement.copy;

import java.lang.management.ManagementFactory;
import org.springframework.stereotype.Component;

/** This instance of the application, identified by process and host: {@code 1@streakboard-7f9c}. */
@Component
public class Instance {

    private final String name = ManagementFactory.getRuntimeMXBean().getName();

    /** Public because a lock's name expression reads it. */
    public String getName() {
        return name;
    }
}
