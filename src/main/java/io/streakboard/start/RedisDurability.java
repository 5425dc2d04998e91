package io.streakboard.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Warns if Redis may lose answered sign-ins. It only warns, because some services hide their settings. */
@Component
class RedisDurability {

    private static final Logger log = LoggerFactory.getLogger(RedisDurability.class);

    private static final List<String> SETTINGS = List.of("appendonly", "appendfsync", "maxmemory-policy");

    private final StringRedisTemplate redis;

    RedisDurability(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** Runs on a separate thread, because Redis may be away. */
    @EventListener(ApplicationReadyEvent.class)
    void check() {
        Thread.ofVirtual().name("redis-durability").start(() -> {
            try {
                warnings(settings()).forEach(log::warn);
            } catch (DataAccessException hidden) {
                log.info("Redis does not tell its settings: see that it has appendfsync always and maxmemory-policy"
                        + " noeviction");
            }
        });
    }

    /** Settings by name; in a cluster prefixed with the node. */
    private Map<String, String> settings() {
        var settings = new TreeMap<String, String>();
        SETTINGS.forEach(name -> {
            var found = redis.execute((RedisCallback<Properties>)
                    connection -> connection.serverCommands().getConfig(name));
            Objects.requireNonNull(found).forEach((key, value) -> settings.put(key.toString(), value.toString()));
        });
        return settings;
    }

    static List<String> warnings(Map<String, String> settings) {
        var warnings = new ArrayList<String>();
        settings.forEach((name, value) -> {
            if (name.endsWith("appendonly") && !value.equals("yes")
                    || name.endsWith("appendfsync") && !value.equals("always")) {
                warnings.add("Redis has %s %s: answered sign-ins may be lost when it dies. Set appendonly yes and"
                                .formatted(name, value)
                        + " appendfsync always");
            }
            if (name.endsWith("maxmemory-policy") && !value.equals("noeviction")) {
                warnings.add("Redis has %s %s: it drops answered sign-ins when it is full. Set noeviction"
                        .formatted(name, value));
            }
        });
        return warnings;
    }
}
