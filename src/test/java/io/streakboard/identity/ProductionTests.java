package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.streakboard.MainClasses;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.JwtEncoder;

/** What the packaged application must not have, whatever profile it is started with. */
class ProductionTests {

    private static final Path PACKAGED = Path.of("target", "classes");

    /**
     * Except for credentials about badges: they are no tokens that the application accepts, see
     * CredentialIntegrationTests.
     */
    @Test
    void nothingPackagedIssuesTokens() {
        ArchRuleDefinition.noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.streakboard.badges.credentials.SigningKey")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(JwtEncoder.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("com.nimbusds.jose.crypto..")
                .check(MainClasses.ALL);
    }

    @Test
    void nothingPackagedIsForDevelopmentOnly() {
        assertThat(PACKAGED)
                .isDirectoryRecursivelyContaining("glob:**/application.yaml")
                .isDirectoryNotContaining("glob:**application-*")
                .isDirectoryNotContaining("glob:**.{key,pub,pem}")
                .isDirectoryNotContaining("glob:**/dev") // the picker of learners
                .satisfies(classes -> assertThat(classes.resolve("io/streakboard/identity"))
                        .isDirectoryNotContaining("glob:**Development*"));
    }
}
