package io.streakboard.xapi;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/** The body of a {@code POST}: one statement, or a list of them. */
@JsonDeserialize(using = Statements.StatementsDeserializer.class)
record Statements(@Size(max = 200) List<@NotNull @Valid Statement> statements) {

    static class StatementsDeserializer extends StdDeserializer<Statements> {

        StatementsDeserializer() {
            super(Statements.class);
        }

        @Override
        public Statements deserialize(JsonParser parser, DeserializationContext context) {
            boolean single = !parser.isExpectedStartArrayToken();
            try {
                return new Statements(
                        single
                                ? List.of(context.readValue(parser, Statement.class))
                                : context.readValue(
                                        parser,
                                        context.getTypeFactory().constructCollectionType(List.class, Statement.class)));
            } catch (DatabindException malformed) {
                if (single) {
                    malformed.prependPath(this, 0);
                }
                throw DatabindException.wrapWithPath(context, malformed, new Reference(this, "statements"));
            }
        }
    }
}
