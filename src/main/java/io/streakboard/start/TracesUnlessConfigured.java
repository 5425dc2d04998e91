package io.streakboard.start;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out all of Boot's configuration of traces unless there is an endpoint to send them to. Otherwise each request
 * would make a span that is never exported, and a thread would wait for spans.
 */
class TracesUnlessConfigured implements AutoConfigurationImportFilter, EnvironmentAware {

    static final String ENDPOINT = "management.opentelemetry.tracing.export.otlp.endpoint";

    private static final List<String> TRACES =
            List.of("org.springframework.boot.micrometer.tracing.", "org.springframework.boot.opentelemetry.");

    private boolean configured;

    @Override
    public void setEnvironment(Environment environment) {
        configured = !environment.getProperty(ENDPOINT, "").isEmpty();
    }

    @Override
    public boolean[] match(@Nullable String[] candidates, AutoConfigurationMetadata metadata) {
        var kept = new boolean[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            var candidate = candidates[i];
            kept[i] = configured || candidate == null || TRACES.stream().noneMatch(candidate::startsWith);
        }
        return kept;
    }
}
