package io.streakboard.leaderboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the rooms know: boards of any kind can stand on them only as long as they know no season. */
class RoomsTests {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.streakboard.leaderboard");

    @Test
    void boardsAreNothingButValues() {
        classes()
                .that()
                .resideInAPackage("..leaderboard.board..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..leaderboard.board..", "java..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void liveBoardsKnowNeitherSeasonsNorTheLedger() {
        noClasses()
                .that()
                .resideInAPackage("..leaderboard.live..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.streakboard.season..", "io.streakboard.points..")
                .check(CLASSES);
    }

    @Test
    void theRoomsDoNotKnowTheRoot() {
        noClasses()
                .that()
                .resideInAPackage("io.streakboard.leaderboard.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.streakboard.leaderboard")
                .check(CLASSES);
    }

    @Test
    void streamsKnowNeitherBoardsNorWhereTheyAreKept() {
        noClasses()
                .that()
                .resideInAPackage("..leaderboard.updates..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..leaderboard.board..",
                        "..leaderboard.live..",
                        "..leaderboard.editions..",
                        "..leaderboard.scores..",
                        "..leaderboard.seasons..",
                        "..data.redis..")
                .check(CLASSES);
    }
}
