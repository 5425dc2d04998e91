package io.streakboard;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The OpenAPI document names a schema by its record, without package and outer class, and keeps one of each name. */
class SchemaNamesTests {

    @Test
    void recordsInRequestsAndResponsesHaveNamesOfTheirOwn() {
        var records = new HashSet<Class<?>>();
        handlers()
                .flatMap(handler -> Stream.concat(
                        Stream.of(handler.getGenericReturnType()), Arrays.stream(handler.getGenericParameterTypes())))
                .forEach(type -> collect(type, records));

        assertThat(records).hasSizeGreaterThan(20);
        assertThat(records.stream().collect(groupingBy(Class::getSimpleName, toSet())).entrySet().stream()
                        .filter(named -> named.getValue().size() > 1)
                        .map(Map.Entry::getValue))
                .isEmpty();
    }

    private static Stream<Method> handlers() {
        return MainClasses.ALL.stream()
                .filter(each -> each.isAnnotatedWith(RestController.class) || each.isAnnotatedWith(Endpoint.class))
                .map(JavaClass::reflect)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(SchemaNamesTests::isHandler);
    }

    private static boolean isHandler(Method method) {
        return Stream.of(RequestMapping.class, ReadOperation.class, WriteOperation.class, DeleteOperation.class)
                .anyMatch(annotation -> AnnotatedElementUtils.hasAnnotation(method, annotation));
    }

    /** Adds the records of this application that a value of the type may hold. */
    private static void collect(Type type, Set<Class<?>> records) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> collect(argument, records));
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(bound -> collect(bound, records));
        } else if (type instanceof Class<?> each && each.isRecord() && isOurs(each) && records.add(each)) {
            Arrays.stream(each.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .forEach(component -> collect(component, records));
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getPackageName().startsWith(StreakboardApplication.class.getPackageName());
    }
}
