package io.streakboard.web.input;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.function.Function;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads bodies strictly: a number is not a text, a text is not a number, {@code 100.9} is not 100, and no property
 * comes twice. Bounds hold while a body is being read. Events and answers have another mapper, which trusts its input.
 */
final class StrictJson {

    private static final int DEEPEST = 32;
    private static final int LONGEST_TEXT = 10_000;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_NUMBER = 40;
    private static final int MOST_TOKENS = 200_000;

    private StrictJson() {}

    /** @param customizers the customizers of the application's other mapper */
    static JsonMapper mapper(Collection<JsonMapperBuilderCustomizer> customizers) {
        var builder = JsonMapper.builder(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEEPEST)
                        .maxStringLength(LONGEST_TEXT)
                        .maxNameLength(LONGEST_NAME)
                        .maxNumberLength(LONGEST_NUMBER)
                        .maxTokenCount(MOST_TOKENS)
                        .build())
                .build());
        customizers.forEach(customizer -> customizer.customize(builder));
        return builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .addModule(timesAndLists())
                .build();
    }

    /**
     * A mapper that may read a number as a text, for the actuator, which takes all values of a body as texts and
     * converts them itself.
     */
    static JsonMapper withNumbersAsTexts(JsonMapper strict) {
        return strict.rebuild()
                .withCoercionConfig(
                        LogicalType.Textual,
                        texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert))
                .build();
    }

    private static JacksonModule timesAndLists() {
        var module = new SimpleModule("strict input");
        module.setDeserializers(new ListSizeLimits());
        module.addDeserializer(Instant.class, new Time<>(Instant.class, Iso::instant));
        module.addDeserializer(LocalDate.class, new Time<>(LocalDate.class, Iso::day));
        return module;
    }

    private static class Time<T> extends StdDeserializer<T> {

        private final Class<T> type;
        private final Function<String, T> parse;

        Time(Class<T> type, Function<String, T> parse) {
            super(type);
            this.type = type;
            this.parse = parse;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            try {
                if (parser.hasToken(JsonToken.VALUE_STRING)) {
                    return parse.apply(parser.getString());
                }
            } catch (DateTimeException malformed) {
                // refused below, like a value that is not a text
            }
            return context.reportInputMismatch(type, "malformed");
        }
    }
}
