package io.streakboard;

import io.streakboard.model.Echoes;
import io.streakboard.model.MovableClock;
import java.util.List;
import org.springframework.boot.SpringApplication;

/** Runs Streakboard by a clock that a test moves, together with a listener that publishes; see the package {@code model}. */
class ModelApplication {

    static void main(String[] args) {
        var application = new SpringApplication(StreakboardApplication.class);
        application.addPrimarySources(List.of(MovableClock.class, Echoes.class));
        application.run(args);
    }
}
