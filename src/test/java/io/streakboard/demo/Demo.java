package io.streakboard.demo;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives a development run fifty learners with sixty days of history, a settled last season, two boards, groups, leagues
 * and badges, all but the past weeks of the leagues through the API. From then on a learner does something every few seconds, so that the boards move.
 */
@Component
@ConditionalOnProperty("streakboard.demo")
@Profile("development & !production")
class Demo {

    private static final Logger log = LoggerFactory.getLogger(Demo.class);

    private static final int DAYS = 60;
    private static final Duration BETWEEN = Duration.ofSeconds(4);

    private final DemoClients clients;
    private final Company company;
    private final Environment environment;
    private final Clock clock;
    private final JsonMapper json;
    private final ScheduledExecutorService learners = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("demo").factory());
    private final Random chance = new Random();

    Demo(DemoClients clients, Company company, Environment environment, Clock clock, JsonMapper json) {
        this.clients = clients;
        this.company = company;
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
            var rules = DemoClients.get(clients.service(), "/api/rules");
            var today = LocalDate.parse(rules.path("day").asString());
            var zone = ZoneId.of(rules.path("zone").asString());
            comeIn();
            company.meet();
            play(today, zone);
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
            DemoClients.get(clients.learner(History.FIRST + i, names.get(i).asString()), "/api/points/summary");
        }
    }

    /** The last month and the last weeks end when all that happened in them has been counted, and before more happens. */
    private void play(LocalDate today, ZoneId zone) {
        var month = YearMonth.from(today);
        var week = Company.weekOf(today);
        var ends = new TreeMap<LocalDate, List<Runnable>>();
        ends.computeIfAbsent(month.atDay(1), day -> new ArrayList<>()).add(() -> settle(month.minusMonths(1)));
        ends.computeIfAbsent(week, day -> new ArrayList<>()).add(() -> company.endWeeksBefore(week));
        var from = today.minusDays(DAYS);
        for (var end : ends.entrySet()) {
            play(from, end.getKey(), today, zone);
            end.getValue().forEach(Runnable::run);
            from = end.getKey();
        }
        play(from, today.plusDays(1), today, zone);
    }

    private void play(LocalDate from, LocalDate to, LocalDate today, ZoneId zone) {
        Function<LocalDate, History> history = day -> new History(day, zone, clock.instant(), clients::key);
        var days = from.datesUntil(to).map(history).toList();
        clients.send(
                "/api/activities",
                "activities",
                days.stream().flatMap(day -> day.activities(today).stream()).toList());
        clients.send(
                "/api/scores",
                "scores",
                days.stream().flatMap(day -> day.scores().stream()).toList());
    }

    /** As soon as all that happened in it has been counted. The quiz of the month has prizes, too. */
    private void settle(YearMonth season) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> DemoClients.post(
                                clients.admin(), "/actuator/seasons/" + season, Map.of("action", "settle"))
                        .at("/season/state")
                        .asString()
                        .equals("SETTLED"));
        DemoClients.post(
                clients.admin(), "/actuator/boards/quiz", Map.of("action", "close", "period", season.toString()));
    }

    private void goOn() {
        var now = clock.instant();
        var learner = History.FIRST + 1 + chance.nextInt(History.LEARNERS - 1);
        var source = "live-" + now.toEpochMilli();
        try {
            clients.send(
                    "/api/activities",
                    "activities",
                    List.of(Map.of(
                            "learner",
                            clients.key(learner),
                            "type",
                            "REVIEW",
                            "sourceId",
                            source,
                            "title",
                            "What I learned today",
                            "occurredAt",
                            now.toString())));
            clients.send(
                    "/api/scores",
                    "scores",
                    List.of(Map.of(
                            "board",
                            "lessons",
                            "member",
                            clients.key(learner),
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
}
