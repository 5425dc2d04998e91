package io.streakboard.xapi;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a value that may be missing, but not {@code null}: xAPI forbids it. */
class NonNullDeserializer extends ValueDeserializer<Object> {

    private final @Nullable ValueDeserializer<?> usual;

    NonNullDeserializer() {
        this(null);
    }

    private NonNullDeserializer(@Nullable ValueDeserializer<?> usual) {
        this.usual = usual;
    }

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
        return new NonNullDeserializer(context.findContextualValueDeserializer(property.getType(), property));
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
        return usual == null ? context.reportInputMismatch(this, "no property") : usual.deserialize(parser, context);
    }

    @Override
    public Object getNullValue(DeserializationContext context) {
        return context.reportInputMismatch(this, "null");
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
        return null;
    }
}
