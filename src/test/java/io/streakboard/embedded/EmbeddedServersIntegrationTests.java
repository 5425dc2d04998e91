package io.streakboard.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

class EmbeddedServersIntegrationTests {

    @TempDir
    static Path folder;

    static EmbeddedServers servers;

    @BeforeAll
    static void start() {
        servers = EmbeddedServers.startIn(folder);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Test
    void whatWasCommittedSurvivesAKill() {
        jdbc("CREATE TABLE kept (id INT PRIMARY KEY)").update();
        jdbc("INSERT INTO kept VALUES (42)").update();

        servers.database().kill();
        servers.database().start();

        assertThat(jdbc("SELECT id FROM kept").query(Integer.class).list()).containsExactly(42);
    }

    @Test
    void whatRedisAnsweredSurvivesAKill() {
        try (var application = open(servers.properties("redis", 7))) {
            redis(application).opsForValue().set("kept", "42");
        }

        servers.redis().kill();
        servers.redis().start();

        try (var application = open(servers.properties("redis", 7))) {
            assertThat(redis(application).opsForValue().get("kept")).isEqualTo("42");
        }
    }

    @Test
    void sessionsAreReadCommittedInUtc() {
        assertThat(jdbc("SELECT @@transaction_isolation, @@session.time_zone, @@collation_database")
                        .query()
                        .singleRow())
                .containsEntry("@@transaction_isolation", "READ-COMMITTED")
                .containsEntry("@@session.time_zone", "+00:00")
                .containsEntry("@@collation_database", "utf8mb4_0900_ai_ci");
        var instant = Instant.parse("2026-03-29T01:30:00.123456Z");
        jdbc("CREATE TABLE happened (at DATETIME(6))").update();
        jdbc("INSERT INTO happened VALUES (?)").param(Timestamp.from(instant)).update();
        assertThat(jdbc("SELECT CAST(at AS CHAR) FROM happened")
                        .query(String.class)
                        .single())
                .isEqualTo("2026-03-29 01:30:00.123456");
    }

    @Test
    void aFolderInUseIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> EmbeddedServers.startIn(folder))
                .withMessageContaining("in use by process");
    }

    @Test
    void everyClaimOfFreshDatabasesIsEmptyAndApart() {
        try (var one = open(SharedServers.freshDatabases());
                var other = open(SharedServers.freshDatabases())) {
            redis(one).opsForValue().set("mine", "1");
            one.getBean(JdbcClient.class).sql("CREATE TABLE mine (id INT)").update();

            assertThat(redis(other).hasKey("mine")).isFalse();
            assertThat(other.getBean(JdbcClient.class)
                            .sql("SHOW TABLES")
                            .query()
                            .listOfRows())
                    .isEmpty();
        }
    }

    private static JdbcClient.StatementSpec jdbc(String sql) {
        var database = servers.database();
        return JdbcClient.create(database.dataSource("embedded")).sql(sql);
    }

    private static ConfigurableApplicationContext open(Map<String, Object> properties) {
        return new SpringApplicationBuilder(Connected.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("test", properties)))
                .run();
    }

    private static StringRedisTemplate redis(ConfigurableApplicationContext application) {
        return application.getBean(StringRedisTemplate.class);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        JdbcClientAutoConfiguration.class
    })
    static class Connected {}
}
