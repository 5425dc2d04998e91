package io.streakboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;
import org.springframework.stereotype.Component;

class ModularityTests {

    private static final ApplicationModules MODULES = ApplicationModules.of(StreakboardApplication.class);

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackagesOf(StreakboardApplication.class);

    /** Nested classes belong to the file of the class around them. */
    private static final SliceAssignment FILES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
        }

        @Override
        public String getDescription() {
            return "files";
        }
    };

    @Test
    void modulesUseNoMoreOfEachOtherThanTheyDeclare() {
        MODULES.verify();
    }

    @Test
    void writesTheModuleDocuments() {
        new Documenter(MODULES).writeDocumentation();
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("io.streakboard.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noFilesDependOnEachOtherInACircle() {
        slices().assignedFrom(FILES).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noComponentHasMoreThanSixCollaborators() {
        constructors()
                .that()
                .areDeclaredInClassesThat()
                .areMetaAnnotatedWith(Component.class)
                .should(haveAtMost(6))
                .check(CLASSES);
    }

    private static ArchCondition<JavaConstructor> haveAtMost(int parameters) {
        return new ArchCondition<>("have at most " + parameters + " parameters") {
            @Override
            public void check(JavaConstructor constructor, ConditionEvents events) {
                boolean few = constructor.getRawParameterTypes().size() <= parameters;
                events.add(new SimpleConditionEvent(constructor, few, constructor.getDescription()));
            }
        };
    }
}
