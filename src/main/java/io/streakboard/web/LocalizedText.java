package io.streakboard.web;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonCreator.Mode;
import com.fasterxml.jackson.annotation.JsonValue;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Name;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A text for people, in one or several languages: in properties and in JSON a text, or texts by language tag such as
 * {@code {"en":"Reader","zh":"读者"}}. Constraints hold for each text.
 *
 * @param texts by language tag, in order; a text without a language stands alone, under an empty tag. They have no name
 *     of their own below the property, as if the property were this map
 */
public record LocalizedText(@Name("") Map<String, String> texts) {

    private static final String NO_LANGUAGE = "";
    private static final String ENGLISH = "en";
    private static final Pattern TAG = Pattern.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8})*");

    /** Browsers send less. */
    private static final int LONGEST_HEADER = 200;

    public LocalizedText {
        texts = texts.isEmpty() ? Map.of(NO_LANGUAGE, "") : Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        if (texts.size() > 1 || !texts.containsKey(NO_LANGUAGE)) {
            texts.forEach(LocalizedText::check);
        }
    }

    private static void check(String tag, String text) {
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException(
                    "must be a text, or texts by language such as en, zh or pt-BR, and not by '%s'"
                            .formatted(Text.shown(tag)));
        }
        if (text.isBlank()) {
            throw new IllegalArgumentException("must not be blank in '%s'".formatted(tag));
        }
    }

    /** Made of a property by this method. */
    public static LocalizedText of(String text) {
        return new LocalizedText(Map.of(NO_LANGUAGE, text));
    }

    /** A number in YAML: {@code title: 2026}. */
    public static LocalizedText of(Integer number) {
        return of(number.toString());
    }

    @JsonCreator(mode = Mode.DELEGATING)
    static LocalizedText read(JsonNode written) {
        var texts = new LinkedHashMap<String, String>();
        written.properties()
                .forEach(text -> texts.put(text.getKey(), text.getValue().asString()));
        return written.isString() ? of(written.asString()) : new LocalizedText(texts);
    }

    /** As in a document. */
    @JsonValue
    public JsonNode written() {
        if (texts.containsKey(NO_LANGUAGE)) {
            return JsonNodeFactory.instance.stringNode(toString());
        }
        var written = JsonNodeFactory.instance.objectNode();
        texts.forEach(written::put);
        return written;
    }

    public boolean isBlank() {
        return texts.values().stream().allMatch(String::isBlank);
    }

    /** Whether it is a text in any language. */
    public boolean has(@Nullable String text) {
        return texts.containsValue(text);
    }

    /** @param accepted a header {@code Accept-Language}; null for the default text */
    public String in(@Nullable String accepted) {
        return texts.getOrDefault(language(accepted), "");
    }

    /**
     * The tag of the text that fits best, by the look-up of <a href="https://www.rfc-editor.org/rfc/rfc4647">RFC
     * 4647</a>: {@code zh-CN} also finds {@code zh}. If that finds nothing, the region is ignored: {@code zh} finds
     * {@code zh-CN}. If no text has the language, English or else the first one.
     */
    public String language(@Nullable String accepted) {
        var found = texts.size() == 1 || accepted == null ? null : lookUp(accepted);
        if (found != null) {
            return found;
        }
        return texts.containsKey(ENGLISH) ? ENGLISH : texts.keySet().iterator().next();
    }

    private @Nullable String lookUp(String accepted) {
        if (accepted.length() > LONGEST_HEADER) {
            return null;
        }
        try {
            return LanguageRange.parse(accepted).stream()
                    .filter(range -> range.getWeight() > 0)
                    .flatMap(this::fitting)
                    .findFirst()
                    .orElse(null);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    private Stream<String> fitting(LanguageRange range) {
        var tag = Locale.lookupTag(List.of(range), texts.keySet());
        return tag == null ? texts.keySet().stream().filter(each -> isInLanguage(each, range)) : Stream.of(tag);
    }

    private static boolean isInLanguage(String tag, LanguageRange range) {
        return tag.split("-")[0].equals(range.getRange().split("-")[0]);
    }

    /** The order of the languages counts: without English, the first one is the default. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocalizedText text
                && List.copyOf(texts.entrySet()).equals(List.copyOf(text.texts.entrySet()));
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

    /** The default text, for what has no caller: events, exports, credentials, logs. */
    @Override
    public String toString() {
        return in(null);
    }

    /** Applies constraints such as {@code @Size} to each text. */
    @UnwrapByDefault
    public static final class Texts implements ValueExtractor<@ExtractedValue(type = String.class) LocalizedText> {

        @Override
        public void extractValues(LocalizedText text, ValueReceiver receiver) {
            text.texts.forEach((tag, each) -> {
                if (tag.equals(NO_LANGUAGE)) {
                    receiver.value(null, each);
                } else {
                    receiver.keyedValue("<language>", tag, each);
                }
            });
        }
    }
}
