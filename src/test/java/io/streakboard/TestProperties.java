package io.streakboard;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What tests and benchmarks are told by properties of the JVM. The application knows these names on their class path
 * only; elsewhere it does not start with them.
 *
 * @param demo whether {@code spring-boot:test-run} begins with learners who have history
 */
@ConfigurationProperties("streakboard")
public record TestProperties(
        @DefaultValue Map<String, String> embedded,
        @DefaultValue Map<String, String> benchmark,
        @DefaultValue Map<String, String> browser,
        @DefaultValue Map<String, String> contract,
        @DefaultValue("false") boolean demo,
        @DefaultValue Map<String, String> fuzz,
        @DefaultValue Map<String, String> model,
        @DefaultValue Map<String, String> nightly,
        @DefaultValue Map<String, String> openapi,
        @DefaultValue Map<String, String> picture,
        @DefaultValue Map<String, String> tests,
        @Nullable String jar) {}
