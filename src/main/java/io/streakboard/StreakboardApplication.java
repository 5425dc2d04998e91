package io.streakboard;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.modulith.Modulithic;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** Daily sign-in, points, leaderboards and seasons for learning platforms. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableResilientMethods
@Modulithic(
        systemName = "Streakboard",
        sharedModules = {"time", "web", "redis", "identity"})
class StreakboardApplication {

    static void main(String[] args) {
        SpringApplication.run(StreakboardApplication.class, args);
    }
}
