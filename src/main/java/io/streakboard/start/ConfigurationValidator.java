package io.streakboard.start;

import static java.util.stream.Collectors.joining;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.validation.annotation.Validated;

/**
 * Finds all errors in the properties under {@code streakboard.}, one sentence each: unknown names and invalid values.
 * Boot itself ignores unknown names and stops at the first invalid value. So all records are bound in advance, which
 * also collects the valid names.
 */
class ConfigurationValidator {

    private static final String OURS = "streakboard.";

    /** Kubernetes sets such variables for services whose names begin with {@code streakboard}. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_.*)?)?)");

    private final Environment environment;
    private final ListableBeanFactory beans;
    private final KnownNames known = new KnownNames();
    private final List<String> invalid = new ArrayList<>();

    private ConfigurationValidator(Environment environment, ListableBeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    /** @param beans their definitions name the records to bind */
    static List<String> in(Environment environment, ListableBeanFactory beans) {
        var validator = new ConfigurationValidator(environment, beans);
        validator.bindAll();
        return Stream.concat(validator.unknown(), validator.invalid.stream())
                .distinct()
                .toList();
    }

    private void bindAll() {
        var binder = Binder.get(environment);
        try (var validators = Validation.buildDefaultValidatorFactory()) {
            forEachRecord((prefix, type) -> bind(prefix, type, binder, validators.getValidator()));
        }
    }

    private void forEachRecord(BiConsumer<String, Class<?>> action) {
        for (var bean : beans.getBeanNamesForAnnotation(ConfigurationProperties.class)) {
            var prefix = Objects.requireNonNull(beans.findAnnotationOnBean(bean, ConfigurationProperties.class))
                    .prefix();
            if ((prefix + ".").startsWith(OURS)) {
                action.accept(prefix, Objects.requireNonNull(beans.getType(bean)));
            }
        }
    }

    private <T> void bind(String prefix, Class<T> type, Binder binder, Validator validator) {
        T bound = binder.bindOrCreate(prefix, Bindable.of(type), new MistakeCollector());
        if (bound != null && type.isAnnotationPresent(Validated.class)) {
            validator.validate(bound).stream()
                    .map(wrong -> prefix + "."
                            + DataObjectPropertyName.toDashedForm(
                                    wrong.getPropertyPath().toString())
                            + " " + wrong.getMessage())
                    .forEach(invalid::add);
        }
    }

    /** Collects each bound name, and continues with the default after an error. */
    private class NameCollector extends AbstractBindHandler {

        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            known.add(name);
            return super.onStart(name, target, context);
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception failure) {
            return null;
        }
    }

    private class MistakeCollector extends NameCollector {

        private boolean incomplete;

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception failure) {
            var cause = NestedExceptionUtils.getMostSpecificCause(failure);
            boolean unknown = cause instanceof UnboundConfigurationPropertiesException;
            if (!unknown && (failure instanceof ConversionException || !incomplete)) {
                invalid.add(sentence(name, target, context, cause));
            }
            incomplete |= !unknown;
            return null;
        }
    }

    private static String sentence(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Throwable cause) {
        var message = String.valueOf(cause.getMessage());
        if (message.startsWith(OURS)) {
            return message; // from a record, which names the property itself
        }
        var property = context.getConfigurationProperty();
        return property == null || !property.getName().equals(name)
                ? name + ": " + message
                : name + ": '" + property.getValue() + "' " + expected(target, message);
    }

    private static String expected(Bindable<?> target, String message) {
        var type = ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
        if (type.isEnum()) {
            return "must be one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> DataObjectPropertyName.toDashedForm(
                                    constant.toString().toLowerCase(Locale.ROOT)))
                            .collect(joining(", "));
        }
        return Number.class.isAssignableFrom(type) ? "must be a number" : "does not fit: " + message;
    }

    private Stream<String> unknown() {
        var unknown = new ArrayList<String>();
        for (var source : ConfigurationPropertySources.get(environment)) {
            if (unknownIn(source).findAny().isPresent()) {
                collectNames(source);
            }
            unknownIn(source).forEach(unknown::add);
        }
        return unknown.stream().map(known::correction);
    }

    /** A list of one source replaces a list of another as a whole, and then no name below the other is bound. */
    private void collectNames(ConfigurationPropertySource source) {
        var binder = new Binder(List.of(source), new PropertySourcesPlaceholdersResolver(environment));
        forEachRecord((prefix, type) -> binder.bindOrCreate(prefix, Bindable.of(type), new NameCollector()));
    }

    private Stream<String> unknownIn(ConfigurationPropertySource source) {
        if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
            return Arrays.stream(variables.getPropertyNames())
                    .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("streakboard_"))
                    .filter(name -> !SERVICE_LINK.matcher(name).matches())
                    .filter(name -> !known.containsVariable(name));
        }
        return source instanceof IterableConfigurationPropertySource names
                ? names.stream()
                        .filter(name -> name.toString().startsWith(OURS) && !known.contains(name))
                        .map(ConfigurationPropertyName::toString)
                : Stream.empty();
    }
}
