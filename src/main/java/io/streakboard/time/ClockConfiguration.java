package io.streakboard.time;

import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

@Configuration(proxyBeanMethods = false)
class ClockConfiguration {

    @Bean
    Clock clock(TimeProperties properties, Environment environment) {
        var start = properties.clock().start();
        if (start == null) {
            return Clock.systemUTC();
        }
        if (!environment.acceptsProfiles(Profiles.of("development & !production"))) {
            throw new IllegalStateException(
                    "streakboard.clock.start is for the profile development, not for production");
        }
        return Clock.offset(
                Clock.systemUTC(), Duration.between(Clock.systemUTC().instant(), start));
    }
}
