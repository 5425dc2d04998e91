package io.streakboard.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.otlp.OtlpTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Traces alone, without the application around them. */
class TracesTests {

    @ImportAutoConfiguration({
        ObservationAutoConfiguration.class,
        MicrometerTracingAutoConfiguration.class,
        NoopTracerAutoConfiguration.class,
        OpenTelemetrySdkAutoConfiguration.class,
        OpenTelemetryTracingAutoConfiguration.class,
        OtlpTracingAutoConfiguration.class
    })
    private static final class Slice {}

    private final List<String> received = new CopyOnWriteArrayList<>();
    private HttpServer collector;

    @BeforeEach
    void listen() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    @Test
    void spansAreSentToTheEndpoint() {
        try (var context = start(
                "--" + TracesUnlessConfigured.ENDPOINT + "=http://127.0.0.1:"
                        + collector.getAddress().getPort() + "/v1/traces",
                "--management.tracing.sampling.probability=1")) {
            observe(context, "a request with a span");

            await().until(() -> received.stream().anyMatch(body -> body.contains("a request with a span")));
        }
    }

    @Test
    void withoutAnEndpointThereIsNothing() {
        try (var context = start()) {
            observe(context, "a request without");

            assertThat(context.getBeansOfType(Tracer.class)).isEmpty();
            assertThat(context.getBeanNamesForType(Object.class)).noneMatch(name -> name.contains("opentelemetry"));
            await("the threads of other tests end")
                    .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                            .extracting(Thread::getName)
                            .noneMatch(name -> name.contains("BatchSpanProcessor")));
        }
        assertThat(received).isEmpty();
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(Slice.class)
                .web(WebApplicationType.NONE)
                .properties("management.opentelemetry.tracing.export.schedule-delay=50ms")
                .run(arguments);
    }

    private static void observe(ConfigurableApplicationContext context, String name) {
        Observation.createNotStarted(name, context.getBean(ObservationRegistry.class))
                .observe(() -> {});
    }
}
