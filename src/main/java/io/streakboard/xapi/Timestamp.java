package io.streakboard.xapi;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads a timestamp of xAPI. Its offset may be {@code +08} or {@code +0800}, which other times of the API may not, and
 * is never {@code -00:00}.
 */
class Timestamp extends StdDeserializer<Instant> {

    private static final Pattern OFFSET = Pattern.compile("(T.*[+-][0-9]{2})(?::?([0-9]{2}))?$");
    private static final int LONGEST = 64; // the pattern takes the square of a text's length
    private static final String NO_OFFSET = "-00:00";

    Timestamp() {
        super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) {
        if (!parser.hasToken(JsonToken.VALUE_STRING) || parser.getStringLength() > LONGEST) {
            return context.reportInputMismatch(this, "malformed");
        }
        var text = OFFSET.matcher(parser.getString())
                .replaceFirst(offset -> offset.group(1) + ":" + (offset.group(2) == null ? "00" : offset.group(2)));
        return text.endsWith(NO_OFFSET)
                ? context.reportInputMismatch(this, "malformed")
                : context.readTreeAsValue(context.getNodeFactory().stringNode(text), Instant.class);
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
