package io.streakboard;

import io.streakboard.demo.DemoSettings;
import io.streakboard.embedded.EmbeddedServersInitializer;
import org.springframework.boot.SpringApplication;

/** Runs Streakboard for development, with nothing installed: {@code ./mvnw spring-boot:test-run}. */
class TestStreakboardApplication {

    static void main(String[] args) {
        var application = new SpringApplication(StreakboardApplication.class);
        application.setAdditionalProfiles("development");
        application.addInitializers(new EmbeddedServersInitializer(), new DemoSettings());
        application.run(args);
    }
}
