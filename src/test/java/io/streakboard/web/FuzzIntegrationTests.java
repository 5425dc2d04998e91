package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Rest;
import io.streakboard.support.Route;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import net.jqwik.api.sessions.JqwikSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * For any request to any route: no defect shows, and all refusals have one shape.
 * {@code ./mvnw -Pfuzz test} for 200,000, {@code -Dstreakboard.fuzz.seed=7} for others.
 */
@IntegrationTest
@Tag("any-redis")
class FuzzIntegrationTests {

    private static final Logger log = LoggerFactory.getLogger(FuzzIntegrationTests.class);

    private static final int CALLS = Integer.getInteger("streakboard.fuzz.calls", 8_000);
    private static final long SEED = Long.getLong("streakboard.fuzz.seed", 1);
    private static final int AT_ONCE = 16;

    private final Api api;
    private final Rest rest;
    private final List<Route> routes;

    FuzzIntegrationTests(Api api, Rest rest, RequestMappingHandlerMapping mappings, WebEndpointsSupplier endpoints) {
        this.api = api;
        this.rest = rest;
        this.routes = Route.all(mappings, endpoints);
    }

    @Test
    void noCallIsAnsweredWithADefectNorWithoutAProblemWhenItIsRefused() throws InterruptedException {
        var statuses = new ConcurrentSkipListMap<Integer, LongAdder>();
        var faults = new ConcurrentLinkedQueue<String>();
        List<CapturedLog.Line> logged;
        rest.await(); // what others have begun may be logged
        JqwikSession.start();
        try (var capture = new CapturedLog()) {
            var calls = new Calls(routes, tokens(), SEED);
            try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
                for (int i = 0; i < CALLS; i++) {
                    var call = calls.next();
                    threads.execute(() -> check(call, statuses, faults));
                }
            }
            logged = capture.lines();
        } finally {
            JqwikSession.finish();
        }

        log.warn("{} calls of {} routes, answers by status: {}", CALLS, routes.size(), statuses);
        assertThat(faults.stream().limit(5)).as("%d faults", faults.size()).isEmpty();
        assertThat(logged).noneMatch(line -> line.level().isGreaterOrEqual(Level.ERROR));
        assertThat(logged).as("lines in the log").hasSizeLessThan(100);
        assertThat(logged).allMatch(line -> line.text().lines().allMatch(FuzzIntegrationTests::isPlain));
    }

    private static boolean isPlain(String line) {
        return line.chars().allMatch(character -> character == '\t' || !Character.isISOControl(character));
    }

    /** A learner, a service and an admin. */
    private List<String> tokens() {
        return List.of(
                api.learner(900_000_003).token(),
                api.as(900_000_004, "Ada", "service").token(),
                api.as(900_000_005, null, "admin").token());
    }

    private void check(Call call, Map<Integer, LongAdder> statuses, Queue<String> faults) {
        try {
            var reply = call.send(port(call.route()));
            statuses.computeIfAbsent(reply.status(), status -> new LongAdder()).increment();
            var fault = fault(call, reply);
            if (fault != null) {
                faults.add("%s%n%s%n----%n%s%n%s%n%n".formatted(fault, call, reply.head(), reply.body()));
            }
        } catch (IOException | RuntimeException failure) {
            faults.add("%s%n%s%n".formatted(failure, call));
        }
    }

    private static @Nullable String fault(Call call, Reply reply) {
        if (reply.status() == 0) {
            return call.body().length == 0 ? "no answer" : null; // refused before the body was taken
        }
        if (reply.status() >= 500 && !call.isBeyondTheProtocol()) {
            return "a defect";
        }
        if (reply.status() >= 400 && !reply.isProblem(!call.route().method().equals("HEAD"))) {
            return "no problem";
        }
        return reply.status() >= 400 && reply.namesAClass() ? "a class name" : null;
    }

    private int port(Route route) {
        return URI.create(route.actuator() ? api.actuatorUrl() : api.url()).getPort();
    }
}
