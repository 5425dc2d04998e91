package io.streakboard.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Nothing but one command: a {@code SETBIT}, each time of another bit, with a bearer token like everything else and
 * without, or a {@code GET}.
 */
@RestController
@Profile("benchmark")
@PreAuthorize("permitAll") // the filters ask for a token
class BareEndpoint {

    static final String SECURED = "/benchmark/bit";
    static final String OPEN = "/benchmark/open-bit";
    static final String READ = "/benchmark/value";

    private static final byte[] KEY = "streakboard:benchmark".getBytes(StandardCharsets.US_ASCII);

    private final StringRedisTemplate redis;
    private final AtomicLong bit = new AtomicLong();

    BareEndpoint(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @PostMapping({SECURED, OPEN})
    @ResponseStatus(HttpStatus.CREATED)
    void set() {
        redis.execute((RedisCallback<Boolean>)
                connection -> connection.stringCommands().setBit(KEY, bit.getAndIncrement(), true));
    }

    @GetMapping(READ)
    void get() {
        redis.execute((RedisCallback<byte[]>)
                connection -> connection.stringCommands().get(KEY));
    }

    @Bean
    static WebSecurityCustomizer withoutSecurity() {
        return web -> web.ignoring().requestMatchers(OPEN);
    }
}
