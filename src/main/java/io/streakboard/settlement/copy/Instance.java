package io.streakboard.settlement.copy;

import java.lang.management.ManagementFactory;
import org.springframework.stereotype.Component;

/** This instance of the application, told apart from others by process and host: {@code 1@streakboard-7f9c}. */
@Component
public class Instance {

    private final String name = ManagementFactory.getRuntimeMXBean().getName();

    /** Read by the name of a lock, hence public. */
    public String getName() {
        return name;
    }
}
