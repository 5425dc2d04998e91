package io.streakboard.openapi;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.streakboard.web.LearnerId;
import io.streakboard.web.RawJson;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Year;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.ObjectNode;

/** Knows the record of each schema and which of its components are nullable, required, or any JSON. */
@Component
class RecordSchemas implements ModelConverter {

    private static final List<Class<? extends Annotation>> REQUIRED =
            List.of(NotNull.class, NotEmpty.class, NotBlank.class);
    private static final String NULL = "null";

    /**
     * Static because Swagger's converters are: the last application started in a JVM is asked about the records of all.
     */
    private static final Map<String, Class<?>> RECORDS = new ConcurrentHashMap<>();

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        var java = TypeFactory.defaultInstance().constructType(type.getType());
        if (java.hasRawClass(YearMonth.class)) {
            return text("^[0-9]{4}-[0-9]{2}$", "2026-11");
        }
        if (java.hasRawClass(Year.class)) {
            return Descriptions.ofType("integer").minimum(BigDecimal.ZERO).example(2026);
        }
        if (java.hasRawClass(ObjectNode.class)) {
            return Descriptions.ofType("object");
        }
        remember(java);
        return chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
    }

    private static Schema<?> text(String pattern, String example) {
        return Descriptions.ofType("string").pattern(pattern).example(example);
    }

    private static void remember(JavaType java) {
        var type = java.getRawClass();
        if (type.isRecord() && type.getPackageName().startsWith("io.streakboard.")) {
            var other = RECORDS.putIfAbsent(type.getSimpleName(), type);
            if (other != null && other != type) {
                throw new IllegalStateException(other + " and " + type + " would have one schema");
            }
        }
    }

    /** @param requests the names of request schemas; answers have all of their members */
    void complete(Map<String, Schema> schemas, Collection<String> requests) {
        new TreeMap<>(RECORDS).forEach((name, type) -> {
            var schema = schemas.get(name);
            if (schema != null && schema.getProperties() != null) {
                complete(schema, type, requests.contains(name));
            }
        });
    }

    private static void complete(Schema<?> schema, Class<?> type, boolean request) {
        var components = type.getRecordComponents();
        for (var component : components) {
            var property = schema.getProperties().get(component.getName());
            if (isAnyJson(component)) {
                schema.getProperties().put(component.getName(), new JsonSchema().description("JSON of any kind"));
            } else if (property != null) {
                annotation(component, JsonDeserialize.class).ifPresent(read -> takeTexts(property, read));
                anchor(property);
                if (isNullable(component)) {
                    schema.getProperties().put(component.getName(), nullable(property));
                }
            }
        }
        schema.setRequired(Arrays.stream(components)
                .filter(component -> !request || isRequired(component))
                .map(RecordComponent::getName)
                .filter(schema.getProperties()::containsKey)
                .toList());
    }

    /** The id of a learner may be a text, too; a key is always one. */
    private static void takeTexts(Schema<?> property, JsonDeserialize read) {
        if (read.contentUsing() == LearnerId.class) {
            isLearner(property.getItems());
        } else if (read.using() == LearnerId.class) {
            isLearner(property);
        }
    }

    private static void isLearner(Schema<?> learner) {
        learner.addType("string");
        learner.setDescription(
                "the id of a learner; the platform's key, a text, where learners are known by `streakboard.learners.keys=texts`");
    }

    /** Bean Validation wants the whole text to match, JSON Schema any part of it. */
    private static void anchor(Schema<?> property) {
        var pattern = property.getPattern();
        if (pattern != null && !pattern.startsWith("^")) {
            property.setPattern("^(?:" + pattern + ")$");
        }
    }

    private static boolean isAnyJson(RecordComponent component) {
        var read = annotation(component, JsonDeserialize.class);
        return annotation(component, JsonRawValue.class).isPresent()
                || read.filter(each -> each.using() == RawJson.class).isPresent();
    }

    private static boolean isNullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class) && !isRequired(component);
    }

    private static boolean isRequired(RecordComponent component) {
        return component.getType().isPrimitive()
                || REQUIRED.stream()
                        .anyMatch(required -> annotation(component, required).isPresent());
    }

    /** Annotations that do not target components end up at the field. */
    private static <A extends Annotation> Optional<A> annotation(RecordComponent component, Class<A> annotation) {
        try {
            var field = component.getDeclaringRecord().getDeclaredField(component.getName());
            return Stream.of(
                            component.getAnnotation(annotation),
                            field.getAnnotation(annotation),
                            component.getAccessor().getAnnotation(annotation))
                    .filter(found -> found != null)
                    .findFirst();
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Schema<?> nullable(Schema<?> schema) {
        if (schema.getTypes() != null && schema.getEnum() == null) {
            schema.addType(NULL);
            return schema;
        }
        var described = new JsonSchema().anyOf(List.of(schema, Descriptions.ofType(NULL)));
        described.setDescription(schema.getDescription());
        return described;
    }
}
