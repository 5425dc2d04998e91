package io.streakboard.web.input;

import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleDeserializers;
import tools.jackson.databind.type.CollectionType;

/**
 * Reads lists and stops at the first item beyond the bound. Validation would come too late, after reading all items
 * into memory, and would check each. The bound is the {@link Size} of the component, or a thousand.
 */
class ListSizeLimits extends SimpleDeserializers {

    static final int USUAL = 1000;

    @Override
    public ValueDeserializer<?> findCollectionDeserializer(
            CollectionType type,
            DeserializationConfig config,
            BeanDescription.Supplier bean,
            @Nullable TypeDeserializer itemType,
            @Nullable ValueDeserializer<?> items) {
        if (!type.getRawClass().isAssignableFrom(ArrayList.class)) {
            throw new IllegalStateException("Only lists have a bound in bodies, not " + type);
        }
        return new BoundedList(type, USUAL, items);
    }

    private static class BoundedList extends StdDeserializer<List<@Nullable Object>> {

        private final JavaType type;
        private final int most;
        private final @Nullable ValueDeserializer<?> items;

        BoundedList(JavaType type, int most, @Nullable ValueDeserializer<?> items) {
            super(type);
            this.type = type;
            this.most = most;
            this.items = items;
        }

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            var size = property == null ? null : property.getAnnotation(Size.class);
            return new BoundedList(
                    type,
                    size == null ? USUAL : Math.min(USUAL, size.max()),
                    items == null ? context.findContextualValueDeserializer(type.getContentType(), property) : items);
        }

        @Override
        public List<@Nullable Object> deserialize(JsonParser parser, DeserializationContext context) {
            if (items == null || !parser.isExpectedStartArrayToken()) {
                return context.reportInputMismatch(type, "no list");
            }
            var list = new ArrayList<@Nullable Object>();
            for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                if (list.size() == most) {
                    throw new ListTooLong(parser, most);
                }
                list.add(token == JsonToken.VALUE_NULL ? null : item(items, parser, context, list));
            }
            return list;
        }

        private static Object item(
                ValueDeserializer<?> items, JsonParser parser, DeserializationContext context, List<?> before) {
            try {
                return items.deserialize(parser, context);
            } catch (JacksonException malformed) {
                throw DatabindException.wrapWithPath(context, malformed, new Reference(before, before.size()));
            }
        }
    }
}
