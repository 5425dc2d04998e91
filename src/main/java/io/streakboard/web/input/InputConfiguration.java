package io.streakboard.web.input;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.converter.Converter;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters.ServerBuilder;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Bodies are JSON, both in requests and in answers. Converters that come with libraries, such as YAML and XML, are not
 * used. The actuator's context inherits this.
 */
@Configuration(proxyBeanMethods = false)
class InputConfiguration {

    private static final int AFTER_BOOT = Ordered.LOWEST_PRECEDENCE - 1;

    /**
     * Adds converters for content that is already JSON or text, such as metrics, the OpenAPI document and the page for
     * admins.
     */
    private static final Set<Class<?>> CONVERTERS = Set.of(
            JacksonJsonHttpMessageConverter.class,
            StringHttpMessageConverter.class,
            ByteArrayHttpMessageConverter.class);

    @Bean
    @Order(AFTER_BOOT)
    WebMvcConfigurer strictInput(StrictMapper strict) {
        return new WebMvcConfigurer() {

            @Override
            public void configureMessageConverters(ServerBuilder builder) {
                builder.withJsonConverter(strict.converter());
                builder.configureMessageConvertersList(all ->
                        all.removeIf(converter -> CONVERTERS.stream().noneMatch(kept -> kept.isInstance(converter))));
            }

            @Override
            public void addFormatters(FormatterRegistry registry) {
                registry.addConverter(new SingleValueConverter());
                registry.addConverter(String.class, LocalDate.class, unlessEmpty(Iso::day));
                registry.addConverter(String.class, YearMonth.class, unlessEmpty(Iso::month));
                registry.addConverter(String.class, Year.class, unlessEmpty(Iso::year));
                registry.addConverter(String.class, Instant.class, unlessEmpty(Iso::instant));
            }
        };
    }

    /** An empty value counts as absent. */
    private static <T> Converter<String, @Nullable T> unlessEmpty(Function<String, T> read) {
        return text -> text.isEmpty() ? null : read.apply(text);
    }
}
