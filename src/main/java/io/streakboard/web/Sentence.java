package io.streakboard.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A sentence for people with a code for programs, such as "the daily cap of {cap} points is reached". The text can be
 * read back, so that what is stored as text has a code as well.
 *
 * @param code does not change, whatever becomes of the words
 */
public record Sentence(String code, String template) {

    /**
     * @param parameters by the names in the template
     */
    public record Coded(String code, Map<String, String> parameters) {}

    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]+)}");

    /** @param values one for each place of the template, in this order */
    public String with(Object... values) {
        var text = new StringBuilder();
        var places = PLACE.matcher(template);
        int end = 0;
        for (int i = 0; places.find(); i++) {
            text.append(template, end, places.start()).append(values[i]);
            end = places.end();
        }
        return text.append(template.substring(end)).toString();
    }

    /** What the sentence says, if the text is this sentence. */
    public Optional<Coded> read(String text) {
        var names = new ArrayList<String>();
        var matcher = pattern(names).matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var parameters = new LinkedHashMap<String, String>();
        for (int i = 0; i < names.size(); i++) {
            parameters.put(names.get(i), matcher.group(i + 1));
        }
        return Optional.of(new Coded(code, parameters));
    }

    private Pattern pattern(List<String> names) {
        var pattern = new StringBuilder();
        var places = PLACE.matcher(template);
        int end = 0;
        for (; places.find(); end = places.end()) {
            names.add(places.group(1));
            pattern.append(Pattern.quote(template.substring(end, places.start())))
                    .append("(.*?)");
        }
        return Pattern.compile(
                pattern.append(Pattern.quote(template.substring(end))).toString(), Pattern.DOTALL);
    }
}
