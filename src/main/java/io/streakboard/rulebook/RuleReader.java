package io.streakboard.rulebook;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.streakboard.rulebook.RulebookVersion.NotUnderstood;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.Validator;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionException;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads the rules of a document, by binding its members like properties. */
@Component
class RuleReader {

    /** A message that names its property: {@code streakboard.points.types[1].code: LESSON is …}. */
    private static final Pattern NAMED = Pattern.compile("(streakboard\\.[a-z0-9.\\[\\]-]+):? (.*)", Pattern.DOTALL);

    private static final Pattern INDEX = Pattern.compile("\\[[0-9]+]");

    private final ObjectProvider<RuleSection<?>> sections;
    private final Validator validator;

    RuleReader(ObjectProvider<RuleSection<?>> sections, Validator validator) {
        this.sections = sections;
        this.validator = validator;
    }

    List<RuleSection<?>> sections() {
        return sections.orderedStream().toList();
    }

    /** Reads a document and notes all violations in it. With violations, the rules are incomplete. */
    Rules read(RuleDocument document) {
        var rules = new Rules();
        document.checkTexts();
        if (!document.violations().isEmpty()) {
            return rules;
        }
        for (var section : sections()) {
            document.begin(section.type());
            section.map(document);
        }
        document.checkMapped();
        sections().forEach(section -> bind(section, document, rules));
        if (document.violations().isEmpty()) {
            document.complete(write(rules));
            sections().forEach(section -> check(section, rules, document));
        }
        return rules;
    }

    /**
     * Reads the document of a version.
     *
     * @throws NotUnderstood if it has violations: another version of the program has published it
     */
    Rules read(RulebookVersion version) {
        var document = new RuleDocument(version.json());
        var rules = read(document);
        if (!document.violations().isEmpty()) {
            throw new NotUnderstood(version.number(), document.violations().getFirst());
        }
        return rules;
    }

    /** Writes rules as a document that has all defaults. */
    ObjectNode write(Rules rules) {
        var document = JsonMapper.shared().createObjectNode();
        sections().forEach(section -> write(section, rules, document));
        return document;
    }

    private static <R> void write(RuleSection<R> section, Rules rules, ObjectNode document) {
        section.write(rules.of(section), document);
    }

    private static <R> void check(RuleSection<R> section, Rules rules, RuleDocument document) {
        section.check(rules.of(section), document);
    }

    private <R> void bind(RuleSection<R> section, RuleDocument document, Rules rules) {
        var whole = new Binding<>(section, document, "", "");
        var bound = whole.bind(document.of(section.type()).properties());
        if (bound != null) {
            rules.put(section, bound);
        } else {
            bindElements(section, document, whole);
        }
        whole.refuseUnknown();
    }

    /** A list is bound up to its first violation. So each element is bound as if it were the only one. */
    private <R> void bindElements(RuleSection<R> section, RuleDocument document, Binding<R> whole) {
        var byElement = byElement(section, document);
        for (var element : byElement.keySet()) {
            var only = element.substring(0, element.lastIndexOf('[')) + "[0]";
            var properties = new LinkedHashMap<String, Object>();
            byElement.get(element).forEach((property, value) -> properties.put(only + property, value));
            var binding = new Binding<>(section, document, only, element);
            binding.bind(properties);
            whole.names.addAll(binding.names);
        }
    }

    /** The elements of a section's lists, each with its properties without its own name. */
    private static Map<String, Map<String, Object>> byElement(RuleSection<?> section, RuleDocument document) {
        var byElement = new LinkedHashMap<String, Map<String, Object>>();
        var mapped = document.of(section.type());
        mapped.elements().forEach(element -> byElement.put(element, new LinkedHashMap<>()));
        mapped.properties().forEach((property, value) -> {
            for (int end = property.indexOf(']'); end >= 0; end = property.indexOf(']', end + 1)) {
                var element = byElement.get(property.substring(0, end + 1));
                if (element != null && property.startsWith(".", end + 1)) {
                    element.put(property.substring(end + 1), value);
                }
            }
        });
        return byElement;
    }

    /** Binds the rules of a section, collects the names of bound properties, and continues after a violation. */
    private final class Binding<R> extends AbstractBindHandler {

        private final RuleSection<R> section;
        private final RuleDocument document;
        private final String bound;
        private final String written;
        private final Set<String> names = new HashSet<>();
        private IndexedProperties source = new IndexedProperties(Map.of());
        private boolean incomplete;

        /**
         * @param bound the property of an element as it is bound here; empty: all are bound as they are written
         * @param written the same as in the document
         */
        private Binding(RuleSection<R> section, RuleDocument document, String bound, String written) {
            this.section = section;
            this.document = document;
            this.bound = bound;
            this.written = written;
        }

        /** @return null if something could not be bound */
        private @Nullable R bind(Map<String, Object> properties) {
            source = new IndexedProperties(properties);
            R rules = new Binder(source).bindOrCreate(section.prefix(), Bindable.of(section.type()), this);
            if (rules == null || incomplete) {
                return null;
            }
            validator
                    .validate(rules)
                    .forEach(violation -> invalid(
                            section.prefix() + property(violation.getPropertyPath()),
                            DataObjectPropertyName.toDashedForm(violation
                                    .getConstraintDescriptor()
                                    .getAnnotation()
                                    .annotationType()
                                    .getSimpleName()),
                            violation.getMessage()));
            return rules;
        }

        /** For example {@code .boards.cup[0].to-rank}: an element of a map is named by its key. */
        private static String property(Path path) {
            var property = new StringBuilder();
            for (var node : path) {
                if (node.getIndex() != null || node.getKey() instanceof Integer) {
                    property.append('[')
                            .append(requireNonNullElse(node.getIndex(), node.getKey()))
                            .append(']');
                } else if (node.getKey() != null) {
                    property.append('.').append(node.getKey());
                }
                if (node.getKind() != ElementKind.CONTAINER_ELEMENT) {
                    property.append('.').append(DataObjectPropertyName.toDashedForm(node.getName()));
                }
            }
            return property.toString();
        }

        /** Names are compared exactly: Boot would also take {@code maxscore} for {@code max-score}. */
        private void refuseUnknown() {
            var known = names.stream().map(Binding::inAnyElement).collect(toSet());
            properties().keySet().stream()
                    .filter(property -> !known.contains(inAnyElement(property)))
                    .toList()
                    .forEach(property -> document.violationOf(property, "unknown", "is unknown"));
        }

        /** A list is bound up to its first violation, but its elements are alike. */
        private static String inAnyElement(String property) {
            return INDEX.matcher(property).replaceAll("[]");
        }

        private Map<String, Object> properties() {
            return document.of(section.type()).properties();
        }

        private String written(String property) {
            return property.startsWith(bound) ? written + property.substring(bound.length()) : property;
        }

        /** An element that is bound alone says nothing about its list, such as that others are missing. */
        private void invalid(String property, String code, String message) {
            if (property.startsWith(bound)) {
                document.violationOf(written(property), code, message);
            }
        }

        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            names.add(written(name.toString()));
            source.bind(name);
            return super.onStart(name, target, context);
        }

        /**
         * A text is not a number, and 10.5 is not 10. In a list of texts, a number stands for itself; a text stands for a
         * list of it alone, and its commas would part it. An empty text or list is not the default.
         */
        @Override
        public void onFinish(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result) {
            var value = properties().get(written(name.toString()));
            boolean listed = result instanceof String && name.isNumericIndex(name.getNumberOfElements() - 1);
            if (value != null
                    && !isOfKind(value, result)
                    && !(listed && value.toString().equals(result))) {
                incomplete = true;
                invalid(name.toString(), "malformed", result == null ? "must not be empty" : "must be " + kind(result));
            }
        }

        private static boolean isOfKind(Object value, @Nullable Object result) {
            if (result instanceof Collection<?> list) {
                return value instanceof Collection || list.size() == 1;
            }
            if (result == null || value instanceof Collection) {
                return false;
            }
            if (result instanceof Number) {
                return value instanceof Number && value.toString().equals(result.toString());
            }
            return result instanceof Boolean == value instanceof Boolean && !(value instanceof Number);
        }

        private static String kind(Object result) {
            return switch (result) {
                case Number any -> "a whole number";
                case Boolean any -> "true or false";
                case Collection<?> any -> "a list";
                default -> "a text";
            };
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception failure) {
            if (failure instanceof ConversionException || !incomplete) {
                tell(
                        name.toString(),
                        target,
                        String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure)
                                .getMessage()));
            }
            incomplete = true;
            return null;
        }

        private void tell(String name, Bindable<?> target, String message) {
            var named = NAMED.matcher(message);
            if (named.matches()) {
                invalid(named.group(1), "invalid", named.group(2));
            } else if (properties().containsKey(written(name))) {
                invalid(name, "malformed", expected(target, message));
            } else {
                invalid(name, "invalid", message);
            }
        }

        private static String expected(Bindable<?> target, String message) {
            var type = ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
            if (type.isEnum()) {
                return "must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(each ->
                                        each.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                                .collect(joining(", "));
            }
            return Number.class.isAssignableFrom(type) ? "must be a whole number" : "does not fit: " + message;
        }
    }
}
