package io.streakboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;
import org.springframework.scheduling.annotation.Scheduled;

class ModularityTests {

    private static final ApplicationModules MODULES = ApplicationModules.of(StreakboardApplication.class);

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackagesOf(StreakboardApplication.class);

    @Test
    void modulesUseNoMoreOfEachOtherThanTheyDeclare() {
        MODULES.verify();
    }

    @Test
    void writesTheModuleDocuments() {
        new Documenter(MODULES).writeDocumentation();
    }

    @Test
    void everyJobHasALock() {
        methods()
                .that()
                .areAnnotatedWith(Scheduled.class)
                .should()
                .beAnnotatedWith(SchedulerLock.class)
                .check(CLASSES);
    }

    @Test
    void everyLockIsAsserted() {
        methods()
                .that()
                .areAnnotatedWith(SchedulerLock.class)
                .should(assertTheirLock())
                .check(CLASSES);
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
}
