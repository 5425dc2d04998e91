package io.streakboard.demo;

import static org.awaitility.Awaitility.await;

import io.streakboard.process.Token;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives a development run fifty learners with sixty days of history, a settled last season and two boards, all through
 * the API. From then on a learner does something every few seconds, so that the boards move.
 */
@Component
@ConditionalOnProperty("streakboard.demo")
@Profile("development & !production")
class Demo {

    private static final Logger log = LoggerFactory.getLogger(Demo.class);

    private static final int DAYS = 60;
    private static final int BATCH = 1000;
    private static final Duration BETWEEN = Duration.ofSeconds(4);

    private final Environment environment;
    private final Clock clock;
    private final JsonMapper json;
    private final ScheduledExecutorService learners = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("demo").factory());
    private final Random chance = new Random();

    Demo(Environment environment, Clock clock, JsonMapper json) {
        this.environment = environment;
        this.clock = clock;
        this.json = json;
    }

    @EventListener
    void on(ApplicationReadyEvent ready) {
        learners.execute(this::begin);
    }

    @EventListener
    void on(ContextClosedEvent closed) {
        learners.shutdownNow();
    }

    private void begin() {
        try {
            var rules = get("/api/rules");
            var today = LocalDate.parse(rules.path("day").asString());
            var zone = ZoneId.of(rules.path("zone").asString());
            comeIn();
            var thisMonth = YearMonth.from(today).atDay(1);
            play(today.minusDays(DAYS), thisMonth, today, zone);
            settle(YearMonth.from(today).minusMonths(1));
            play(thisMonth, today.plusDays(1), today, zone);
            log.info("The demo is ready: http://localhost:{}", environment.getProperty("local.server.port"));
            learners.scheduleWithFixedDelay(this::goOn, BETWEEN.toMillis(), BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException | RuntimeException failure) {
            log.warn("The demo has no history", failure);
        }
    }

    /** A learner's name is known when the learner has called. */
    private void comeIn() throws IOException {
        var names = json.readTree(new ClassPathResource("dev/learners.json").getContentAsByteArray());
        for (int i = 0; i < History.LEARNERS; i++) {
            var token = Token.of(Long.toString(History.FIRST + i))
                    .claim("name", names.get(i).asString())
                    .signed();
            api("server", token).get().uri("/api/points/summary").retrieve().toBodilessEntity();
        }
    }

    private void play(LocalDate from, LocalDate to, LocalDate today, ZoneId zone) {
        Function<LocalDate, History> history = day -> new History(day, zone, clock.instant());
        var days = from.datesUntil(to).map(history).toList();
        send(
                "/api/activities",
                "activities",
                days.stream().flatMap(day -> day.activities(today).stream()).toList());
        send(
                "/api/scores",
                "scores",
                days.stream().flatMap(day -> day.scores().stream()).toList());
    }

    /** As soon as all that happened in it has been counted. */
    private void settle(YearMonth season) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> api("management", service("admin"))
                        .post()
                        .uri("/actuator/seasons/" + season)
                        .body(Map.of("action", "settle"))
                        .retrieve()
                        .requiredBody(JsonNode.class)
                        .at("/season/state")
                        .asString()
                        .equals("SETTLED"));
    }

    private void goOn() {
        var now = clock.instant();
        var learner = History.FIRST + 1 + chance.nextInt(History.LEARNERS - 1);
        var source = "live-" + now.toEpochMilli();
        try {
            send(
                    "/api/activities",
                    "activities",
                    List.of(Map.of(
                            "learner", learner, "type", "REVIEW", "sourceId", source, "occurredAt", now.toString())));
            send(
                    "/api/scores",
                    "scores",
                    List.of(Map.of(
                            "board",
                            "lessons",
                            "member",
                            Long.toString(learner),
                            "delta",
                            1,
                            "messageId",
                            source,
                            "occurredAt",
                            now.toString())));
        } catch (RuntimeException passing) {
            log.info("The demo goes on: {}", passing.getMessage());
        }
    }

    private JsonNode get(String path) {
        return api("server", service("service")).get().uri(path).retrieve().requiredBody(JsonNode.class);
    }

    private void send(String path, String list, List<Map<String, Object>> all) {
        for (int i = 0; i < all.size(); i += BATCH) {
            api("server", service("service"))
                    .post()
                    .uri(path)
                    .body(Map.of(list, all.subList(i, Math.min(i + BATCH, all.size()))))
                    .retrieve()
                    .toBodilessEntity();
        }
    }

    private static String service(String scope) {
        return Token.of("1").claim("scope", scope).signed();
    }

    private RestClient api(String port, String token) {
        return RestClient.builder()
                .baseUrl("http://localhost:" + environment.getProperty("local." + port + ".port"))
                .defaultHeaders(headers -> headers.setBearerAuth(token))
                .build();
    }
}
