package io.streakboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.scheduling.annotation.Scheduled;
import tools.jackson.databind.json.JsonMapper;

class JobTests {

    @Test
    void everyJobHasALock() {
        methods()
                .that()
                .areAnnotatedWith(Scheduled.class)
                .should()
                .beAnnotatedWith(SchedulerLock.class)
                .check(MainClasses.ALL);
    }

    @Test
    void everyLockIsAsserted() {
        methods()
                .that()
                .areAnnotatedWith(SchedulerLock.class)
                .should(assertTheirLock())
                .check(MainClasses.ALL);
    }

    /** Without the aspect that takes the lock a method would run unlocked and nobody would notice. */
    private static ArchCondition<JavaMethod> assertTheirLock() {
        return new ArchCondition<>("assert their lock") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                boolean asserts = method.getMethodCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(LockAssert.class));
                events.add(new SimpleConditionEvent(method, asserts, method.getDescription()));
            }
        };
    }

    @Test
    void everyIntervalIsADocumentedPropertyWithItsDefault() throws IOException {
        methods()
                .that()
                .areAnnotatedWith(Scheduled.class)
                .should(runAtA(documented()))
                .check(MainClasses.ALL);
    }

    /** A default stands in two places, where it is documented and where it is used: they must say the same. */
    private static ArchCondition<JavaMethod> runAtA(Set<String> rates) {
        return new ArchCondition<>("run at a fixed rate, a documented property with its default") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                var job = method.getAnnotationOfType(Scheduled.class);
                var rate = job.fixedRateString();
                boolean delayed = job.initialDelay() >= 0
                        || !job.initialDelayString().isEmpty()
                                && !job.initialDelayString().equals(rate);
                boolean known = rates.contains(rate) && !delayed;
                events.add(new SimpleConditionEvent(method, known, method.getDescription() + ": " + job));
            }
        };
    }

    /** All properties of this application that IDEs tell of, as {@code ${name:default}}. */
    private static Set<String> documented() throws IOException {
        var rates = new HashSet<String>();
        for (var file : new PathMatchingResourcePatternResolver()
                .getResources("classpath*:META-INF/spring-configuration-metadata.json")) {
            try (var metadata = file.getInputStream()) {
                for (var property : new JsonMapper().readTree(metadata).path("properties")) {
                    var name = property.path("name").asString();
                    if (name.startsWith("streakboard.") && property.has("description")) {
                        rates.add("${%s:%s}"
                                .formatted(name, property.path("defaultValue").asString("")));
                    }
                }
            }
        }
        return rates;
    }
}
