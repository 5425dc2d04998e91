package io.streakboard.benchmark;

import org.springframework.boot.SpringApplication;

/** The whole application, with the {@link BareEndpoint} beside its own. */
class BenchmarkApplication {

    static void main(String[] args) throws ClassNotFoundException {
        SpringApplication.run(Class.forName("io.streakboard.StreakboardApplication"), args);
    }
}
