package io.streakboard.leaderboard;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.streakboard.MainClasses;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.LocalizedText;
import org.junit.jupiter.api.Test;

/** Dependencies of the packages: they carry boards of any kind only without knowing seasons. */
class RoomsTests {

    @Test
    void boardsAreConfigurableValues() {
        classes()
                .that()
                .resideInAPackage("..leaderboard.board..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "..leaderboard.board..",
                                "java..",
                                "com.fasterxml.jackson.annotation..",
                                "org.jspecify..",
                                "org.springframework.boot.context.properties.bind..",
                                "org.springframework.modulith..")
                        .or(type(LearnerKey.class)) // an annotation for JSON, too
                        .or(type(LocalizedText.class)))
                .check(MainClasses.ALL);
    }

    @Test
    void liveBoardsKnowNeitherSeasonsNorTheLedger() {
        noClasses()
                .that()
                .resideInAPackage("..leaderboard.live..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.streakboard.season..", "io.streakboard.points..")
                .check(MainClasses.ALL);
    }

    @Test
    void packagesDoNotKnowTheRoot() {
        noClasses()
                .that()
                .resideInAPackage("io.streakboard.leaderboard.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.streakboard.leaderboard")
                .check(MainClasses.ALL);
    }

    @Test
    void streamsKnowNeitherBoardsNorStores() {
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
                .check(MainClasses.ALL);
    }
}
