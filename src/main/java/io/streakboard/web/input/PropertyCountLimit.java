package io.streakboard.web.input;

import java.io.InputStream;
import java.io.Reader;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Parses JSON whose objects have at most {@value #MOST} names each. The search for duplicates keeps all names of an
 * object in memory, so a body of 2 MB could take a hundred thousand names.
 */
class PropertyCountLimit extends JsonFactory {

    /** More names than fit into the {@code extra} of a score. */
    static final int MOST = 200;

    PropertyCountLimit(JsonFactoryBuilder builder) {
        super(builder);
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext context, IOContext io, InputStream bytes) {
        return new Bounded(super._createParser(context, io, bytes));
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext context, IOContext io, Reader characters) {
        return new Bounded(super._createParser(context, io, characters));
    }

    @Override
    protected JsonParser _createParser(
            ObjectReadContext context, IOContext io, char[] text, int offset, int length, boolean recyclable) {
        return new Bounded(super._createParser(context, io, text, offset, length, recyclable));
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext context, IOContext io, byte[] bytes, int offset, int length) {
        return new Bounded(super._createParser(context, io, bytes, offset, length));
    }

    private static class Bounded extends JsonParserDelegate {

        Bounded(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() {
            return checked(super.nextToken());
        }

        @Override
        public JsonToken nextValue() {
            return checked(super.nextValue());
        }

        @Override
        public String nextName() {
            return checked(super.nextName());
        }

        @Override
        public boolean nextName(SerializableString name) {
            return checked(super.nextName(name));
        }

        @Override
        public int nextNameMatch(PropertyNameMatcher names) {
            return checked(super.nextNameMatch(names));
        }

        /** Uses {@link #nextToken()}, so that names without a reader count, too. */
        @Override
        public JsonParser skipChildren() {
            int open = hasToken(JsonToken.START_OBJECT) || hasToken(JsonToken.START_ARRAY) ? 1 : 0;
            while (open > 0) {
                var token = nextToken();
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            }
            return this;
        }

        private <T> T checked(T read) {
            if (hasToken(JsonToken.PROPERTY_NAME) && streamReadContext().getEntryCount() > MOST) {
                throw new StreamConstraintsException("An object has more than " + MOST + " names", currentLocation());
            }
            return read;
        }
    }
}
