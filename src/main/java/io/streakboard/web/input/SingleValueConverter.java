package io.streakboard.web.input;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/**
 * Refuses a parameter that comes more than once, unless it is a list. Spring would take the first value, or join them
 * with commas.
 */
class SingleValueConverter implements ConditionalGenericConverter {

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String[].class, Object.class));
    }

    @Override
    public boolean matches(TypeDescriptor values, TypeDescriptor target) {
        return !target.isArray() && !target.isCollection();
    }

    @Override
    public Object convert(@Nullable Object values, TypeDescriptor given, TypeDescriptor target) {
        throw new IllegalArgumentException("It comes more than once");
    }
}
