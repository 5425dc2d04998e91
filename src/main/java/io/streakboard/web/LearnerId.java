package io.streakboard.web;

import io.streakboard.web.input.Expected;
import io.streakboard.web.input.StrictNumbers;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads the id of a learner from a number or a text, or from the key of the learner. JavaScript's numbers are exact
 * only up to 2⁵³, so pages send ids as texts.
 */
public class LearnerId extends StdDeserializer<Long> {

    /** Stands for a malformed key in the failure. */
    static final class Key {}

    public static final String ID_WORDS = "the id of a learner, such as 42";
    public static final String KEY_WORDS =
            "the key of a learner: 1 to 128 printable ASCII characters, but no space / \\ ; % ? #";

    static final Expected EXPECTED = new Expected(ID_WORDS, "learner");
    static final Expected EXPECTED_KEY = new Expected(KEY_WORDS, "learner");

    private final LearnerTexts learners;

    @Autowired
    public LearnerId(LearnerTexts learners) {
        super(Long.class);
        this.learners = learners;
    }

    @Override
    public Long deserialize(JsonParser parser, DeserializationContext context) {
        return learners.areTexts() ? key(parser, context) : number(parser, context);
    }

    private Long key(JsonParser parser, DeserializationContext context) {
        var id = parser.hasToken(JsonToken.VALUE_STRING) ? learners.idOrTaken(parser.getString()) : null;
        return id == null ? context.reportInputMismatch(Key.class, "malformed") : id;
    }

    private static Long number(JsonParser parser, DeserializationContext context) {
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
