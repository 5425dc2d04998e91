package io.streakboard;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.data.redis.autoconfigure.observation.LettuceObservationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.modulith.Modulithic;
import org.springframework.resilience.annotation.EnableResilientMethods;

/**
 * Daily sign-in, points, leaderboards and seasons for learning platforms. Leaves out Boot's error pages and its route
 * {@code /error}, because errors are problems. Also leaves out the timing of each Redis command, which takes a tenth of
 * a request's time.
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
     * A virtual thread that loads a class holds its carrier. A small machine has as few carriers as processors: two
     * threads that wait for the jar's lock can hold all carriers, and the owner of the lock gets none to continue.
     */
    private static void provideCarriers() {
        if (System.getProperty(CARRIERS) == null) {
            int carriers = Math.max(FEWEST_CARRIERS, Runtime.getRuntime().availableProcessors());
            System.setProperty(CARRIERS, Integer.toString(carriers));
        }
    }
}
