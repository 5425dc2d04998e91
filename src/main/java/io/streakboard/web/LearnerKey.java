package io.streakboard.web;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.StdSerializer;

/** The id of a learner, a number or its digits, which JSON shows as a text: the key of the learner. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@JacksonAnnotationsInside
@JsonSerialize(using = LearnerKey.Writer.class)
public @interface LearnerKey {

    /** Writes a text with keys in place of ids, see {@link LearnerTexts#shown}. */
    class TextWriter extends StdSerializer<String> {

        private final LearnerTexts learners;

        @Autowired
        public TextWriter(LearnerTexts learners) {
            super(String.class);
            this.learners = learners;
        }

        @Override
        public void serialize(String text, JsonGenerator json, SerializationContext context) {
            json.writeString(learners.shown(text));
        }
    }

    /** Writes an id as a number, but the key where learners are known by texts. */
    class NumberWriter extends Writer {

        @Autowired
        public NumberWriter(LearnerTexts learners) {
            super(learners);
        }

        @Override
        void writeId(Object learner, JsonGenerator json) {
            json.writeNumber((long) learner);
        }
    }

    /** Writes the key, or an id as a text. */
    class Writer extends StdSerializer<Object> {

        private final LearnerTexts learners;

        @Autowired
        public Writer(LearnerTexts learners) {
            super(Object.class);
            this.learners = learners;
        }

        @Override
        public void serialize(Object learner, JsonGenerator json, SerializationContext context) {
            if (learners.areTexts()) {
                json.writeString(learners.key(Long.parseLong(learner.toString())));
            } else {
                writeId(learner, json);
            }
        }

        void writeId(Object learner, JsonGenerator json) {
            json.writeString(learner.toString());
        }
    }
}
