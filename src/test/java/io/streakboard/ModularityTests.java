package io.streakboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.stereotype.Component;

class ModularityTests {

    private static final ApplicationModules MODULES = ApplicationModules.of(StreakboardApplication.class);
    private static final Path ARCHITECTURE = Path.of("docs", "architecture.md");

    /** {@code ./mvnw test -Dtest=ModularityTests -Dstreakboard.picture.write} */
    private static final boolean WRITE_PICTURE = System.getProperty("streakboard.picture.write") != null;

    /** The rooms that stand on what their module shows to others; the module's own package knows nothing of them. */
    private static final Set<String> ROOMS_ON_THE_ROOT = Set.of(
            "io.streakboard.identity.access",
            "io.streakboard.identity.audit",
            "io.streakboard.identity.privacy",
            "io.streakboard.web.admin",
            "io.streakboard.web.page",
            "io.streakboard.web.overload",
            "io.streakboard.web.requests");

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
    void thePictureShowsTheModulesAsTheyAre() throws IOException {
        var document = Files.readString(ARCHITECTURE);
        var current = new ModulePicture(MODULES).in(document);
        if (WRITE_PICTURE) {
            Files.writeString(ARCHITECTURE, current);
        }
        assertThat(Files.readString(ARCHITECTURE))
                .as("the picture is out of date: " + "./mvnw test -Dtest=ModularityTests -Dstreakboard.picture.write")
                .isEqualTo(current)
                .contains("```mermaid\nflowchart ");
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("io.streakboard.(**)").should().beFreeOfCycles().check(MainClasses.ALL);
    }

    @Test
    void noFilesDependOnEachOtherInACircle() {
        slices().assignedFrom(FILES).should().beFreeOfCycles().check(MainClasses.ALL);
    }

    @Test
    void onlyFewRoomsKnowTheRootOfTheirModule() {
        assertThat(MainClasses.ALL.stream()
                        .filter(type -> !ROOMS_ON_THE_ROOT.contains(type.getPackageName()))
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(ModularityTests::leadsFromARoomToItsRoot)
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    private static boolean leadsFromARoomToItsRoot(Dependency dependency) {
        var room = dependency.getOriginClass().getPackageName();
        var root = dependency.getTargetClass().getPackageName();
        return root.matches("io\\.streakboard\\.\\w+") && room.startsWith(root + ".");
    }

    @Test
    void noComponentHasMoreThanSixCollaborators() {
        constructors()
                .that()
                .areDeclaredInClassesThat()
                .areMetaAnnotatedWith(Component.class)
                .should(haveAtMost(6))
                .check(MainClasses.ALL);
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
