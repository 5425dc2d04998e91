package io.streakboard.web.input;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds the mapper of request bodies. It is not a bean: a second mapper bean would compete with the one for events and
 * answers.
 */
@Component
public class StrictMapper {

    private final JsonMapper mapper;

    StrictMapper(ObjectProvider<JsonMapperBuilderCustomizer> customizers) {
        this.mapper = StrictJson.mapper(customizers.orderedStream().toList());
    }

    JacksonJsonHttpMessageConverter converter() {
        return new JacksonJsonHttpMessageConverter(mapper);
    }

    /** For the actuator, which takes values of a body as texts and converts them itself. */
    public JacksonJsonHttpMessageConverter actuatorConverter() {
        return new JacksonJsonHttpMessageConverter(StrictJson.withNumbersAsTexts(mapper));
    }
}
