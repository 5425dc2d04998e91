package io.streakboard.leaderboard.rankings;

import java.io.StringWriter;
import java.util.AbstractList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;

/** Rows shared by several answers. The first answer makes their JSON, the others copy it. */
final class SerializedRows<T> extends AbstractList<T> implements JacksonSerializable {

    private final List<T> rows;
    private volatile @Nullable SerializableString written;

    SerializedRows(List<T> rows) {
        this.rows = rows;
    }

    @Override
    public T get(int index) {
        return rows.get(index);
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public void serialize(JsonGenerator json, SerializationContext context) {
        var known = written;
        if (known == null) {
            known = new SerializedString(text(context));
            written = known;
        }
        json.writeRawValue(known);
    }

    private String text(SerializationContext context) {
        var text = new StringWriter();
        try (var json = context.tokenStreamFactory().createGenerator(context, text)) {
            context.writeValue(json, rows);
        }
        return text.toString();
    }

    @Override
    public void serializeWithType(JsonGenerator json, SerializationContext context, TypeSerializer types) {
        serialize(json, context);
    }
}
