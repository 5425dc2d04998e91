package io.streakboard.identity.limits;

import io.streakboard.identity.limits.RateLimitProperties.Limit;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Reads limits such as {@code 200/10s}. */
@Component
@ConfigurationPropertiesBinding
class LimitConverter implements Converter<String, Limit> {

    @Override
    public Limit convert(String text) {
        var parts = text.split("/", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("'" + text + "' is not a limit such as 200/10s");
        }
        return new Limit(Long.parseLong(parts[0].strip()), DurationStyle.detectAndParse(parts[1].strip()));
    }
}
