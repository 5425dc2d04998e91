package io.streakboard.benchmark;

import io.streakboard.process.TestIssuer;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * A learner's day as it is usually built, an application of its own with the routes that {@link DayBenchmark} calls: a
 * bitmap for each learner and month, a row for each award after a sum for the cap, and one sorted set. It counts
 * repeats again, and has no journal, proof, rebuild, names, privacy or limits: a peer for costs, not for promises.
 */
@RestController
@Profile("textbook")
@ImportAutoConfiguration({
    DataRedisAutoConfiguration.class,
    DataSourceAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class,
    SecurityAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class,
    ServletWebSecurityAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
class Textbook {

    private static final String READINESS = "/actuator/health/readiness";
    private static final int[] LADDER = {10, 20, 30, 50};
    private static final int LESSON = 10;
    private static final int LESSONS_A_DAY = 50;
    private static final int TOP = 20;
    private static final int RADIUS = 5;

    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;

    Textbook(StringRedisTemplate redis, JdbcClient jdbc) {
        this.redis = redis;
        this.jdbc = jdbc;
        jdbc.sql("""
                CREATE TABLE points_record (
                    id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
                    user_id BIGINT NOT NULL,
                    type VARCHAR(32) NOT NULL,
                    points INT NOT NULL,
                    created_at DATETIME NOT NULL,
                    KEY by_learner (user_id, type),
                    KEY by_time (created_at))""").update();
    }

    @Bean
    static SecurityFilterChain tokens(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests.requestMatchers(READINESS)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .oauth2ResourceServer(server -> server.jwt(jwt -> {}))
                .build();
    }

    @Bean
    static JwtDecoder decoder() {
        return NimbusJwtDecoder.withPublicKey(TestIssuer.publicKey()).build();
    }

    /** Whoever starts an application asks there whether it is ready. */
    @Bean
    static WebServerFactoryCustomizer<TomcatServletWebServerFactory> secondPort(
            @Value("${management.server.port}") int port) {
        return server -> {
            var connector = new Connector();
            connector.setPort(port);
            server.addAdditionalConnectors(connector);
        };
    }

    @GetMapping(READINESS)
    void ready() {}

    @PostMapping("/api/sign-ins")
    Map<String, Object> signIn(@AuthenticationPrincipal Jwt token) {
        var day = today();
        var before = redis.opsForValue().setBit(bitmap(token), day.getDayOfMonth() - 1, true);
        int streak = Long.numberOfTrailingZeros(~days(token, day.getDayOfMonth()));
        int points = LADDER[Math.min(streak, LADDER.length) - 1];
        if (!Boolean.TRUE.equals(before)) {
            pay(Long.parseLong(learner(token)), "SIGN_IN", points);
        }
        return Map.of("streak", streak, "points", points);
    }

    @GetMapping("/api/sign-ins/calendar")
    Map<String, Object> calendar(@AuthenticationPrincipal Jwt token) {
        int length = today().lengthOfMonth();
        long days = days(token, length);
        return Map.of(
                "signedDays",
                IntStream.rangeClosed(1, length)
                        .filter(day -> (days >> (length - day) & 1) == 1)
                        .toArray());
    }

    @GetMapping("/api/points/today")
    List<Map<String, @Nullable Object>> points(@AuthenticationPrincipal Jwt token) {
        return jdbc.sql("""
                        SELECT type, SUM(points) AS points FROM points_record
                        WHERE user_id = ? AND created_at >= ? AND created_at < ? GROUP BY type""")
                .params(Long.valueOf(learner(token)), today(), today().plusDays(1))
                .query()
                .listOfRows();
    }

    @GetMapping("/api/boards/points/top")
    List<Map<String, Object>> top() {
        return page(0, TOP - 1L);
    }

    @GetMapping("/api/boards/points/around/me")
    List<Map<String, Object>> around(@AuthenticationPrincipal Jwt token) {
        var rank = redis.opsForZSet().reverseRank(board(), learner(token));
        return rank == null ? List.of() : page(Math.max(0, rank - RADIUS), rank + RADIUS);
    }

    @GetMapping("/api/points/summary")
    Map<String, Object> summary(@AuthenticationPrincipal Jwt token) {
        var points = redis.opsForZSet().score(board(), learner(token));
        var rank = redis.opsForZSet().reverseRank(board(), learner(token));
        return points == null || rank == null ? Map.of() : Map.of("points", points.longValue(), "rank", rank + 1);
    }

    private record Activity(long learner, String type) {}

    private record Activities(List<Activity> activities) {}

    @PostMapping("/api/activities")
    List<Integer> activities(@RequestBody Activities body) {
        return body.activities().stream()
                .map(activity -> pay(activity.learner(), activity.type(), left(activity)))
                .toList();
    }

    /** What the cap of the day leaves of a lesson. */
    private int left(Activity activity) {
        var paid = jdbc.sql("""
                        SELECT COALESCE(SUM(points), 0) FROM points_record
                        WHERE user_id = ? AND type = ? AND created_at >= ? AND created_at < ?""")
                .params(activity.learner(), activity.type(), today(), today().plusDays(1))
                .query(Integer.class)
                .single();
        return Math.clamp(LESSONS_A_DAY - paid, 0, LESSON);
    }

    private int pay(long learner, String type, int points) {
        jdbc.sql("INSERT INTO points_record (user_id, type, points, created_at) VALUES (?, ?, ?, UTC_TIMESTAMP)")
                .params(learner, type, points)
                .update();
        redis.opsForZSet().incrementScore(board(), Long.toString(learner), points);
        return points;
    }

    private List<Map<String, Object>> page(long first, long last) {
        var rows = new ArrayList<Map<String, Object>>();
        for (var row : tuples(redis.opsForZSet().reverseRangeWithScores(board(), first, last))) {
            rows.add(Map.of(
                    "rank",
                    first + rows.size() + 1,
                    "member",
                    Objects.requireNonNull(row.getValue()),
                    "score",
                    Objects.requireNonNull(row.getScore()).longValue()));
        }
        return rows;
    }

    private static Set<TypedTuple<String>> tuples(@Nullable Set<TypedTuple<String>> found) {
        return Objects.requireNonNullElse(found, Set.of());
    }

    /** The first days of the month, the last of them in the lowest bit. */
    private long days(Jwt token, int count) {
        var field =
                BitFieldSubCommands.create().get(BitFieldType.unsigned(count)).valueAt(0);
        return Objects.requireNonNull(redis.opsForValue().bitField(bitmap(token), field))
                .getFirst();
    }

    private static String learner(Jwt token) {
        return Objects.requireNonNull(token.getSubject());
    }

    private static String bitmap(Jwt token) {
        return "textbook:sign:" + learner(token) + ":" + YearMonth.from(today());
    }

    private static String board() {
        return "textbook:board:" + YearMonth.from(today());
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }
}
