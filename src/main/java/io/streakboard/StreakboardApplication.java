package io.streakboard;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.data.redis.autoconfigure.observation.LettuceObservationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.modulith.Modulithic;
import org.springframework.resilience.annotation.EnableResilientMethods;

/**
 * Daily sign-in, points, leaderboards and seasons for learning platforms. Without Boot's error pages, and {@code
 * /error} as a route of its own: errors are problems. Without timing of each Redis command: nobody looks at it, and it
 * takes a tenth of a request's time.
 */
@SpringBootApplication(exclude = {ErrorMvcAutoConfiguration.class, LettuceObservationAutoConfiguration.class})
@ConfigurationPropertiesScan
@EnableResilientMethods
@Modulithic(
        systemName = "Streakboard",
        sharedModules = {"time", "web", "redis", "identity"})
class StreakboardApplication {

    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
    private static final int FEWEST_CARRIERS = 16;

    static void main(String[] args) {
        provideCarriers();
        SpringApplication.run(StreakboardApplication.class, args);
    }

    /**
     * A virtual thread that loads a class holds its carrier. With as many carriers as a small machine has processors,
     * two that wait for the lock of the jar can hold them all, and whoever has the lock gets none to go on.
     */
    private static void provideCarriers() {
        if (System.getProperty(CARRIERS) == null) {
            int carriers = Math.max(FEWEST_CARRIERS, Runtime.getRuntime().availableProcessors());
            System.setProperty(CARRIERS, Integer.toString(carriers));
        }
    }
}
