package io.streakboard.web;

import io.streakboard.web.input.Expected;
import io.streakboard.web.input.StrictNumbers;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads the id of a learner from a number or a text. JavaScript's numbers are exact only up to 2⁵³, so pages send ids
 * as texts.
 */
public class LearnerId extends StdDeserializer<Long> {

    static final Expected EXPECTED = new Expected("the id of a learner, such as 42", "learner");

    public LearnerId() {
        super(Long.class);
    }

    @Override
    public Long deserialize(JsonParser parser, DeserializationContext context) {
        try {
            if (parser.hasToken(JsonToken.VALUE_STRING)) {
                return StrictNumbers.parseLong(parser.getString());
            }
        } catch (NumberFormatException malformed) {
            return context.reportInputMismatch(LearnerId.class, "malformed");
        }
        return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                ? Long.valueOf(parser.getLongValue())
                : context.reportInputMismatch(LearnerId.class, "malformed");
    }
}
