package io.streakboard.web;

import java.io.StringWriter;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** Keeps a value as JSON text, without blanks and with all digits of its numbers. Its members may have any name. */
public class RawJson extends StdDeserializer<String> {

    private static final JsonMapper PLAIN = JsonMapper.builder().build();

    public RawJson() {
        super(String.class);
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
        var text = new StringWriter();
        try (var json = PLAIN.createGenerator(text)) {
            json.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }
}
