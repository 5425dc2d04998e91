package io.streakboard.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.activities.PointsTypes;
import org.junit.jupiter.api.Test;

@DatabaseRulebook
class PublicationIntegrationTests {

    private final PublishedRules rules;
    private final PointsTypes types;
    private final Rulebook rulebook;

    PublicationIntegrationTests(PublishedRules rules, PointsTypes types, Rulebook rulebook) {
        this.rules = rules;
        this.types = types;
        this.rulebook = rulebook;
    }

    @Test
    void publishesAPatch() {
        long version = rules.publish("{\"types\": {\"NEW_TYPE\": {\"label\": \"New\", \"points\": 20}}}");

        assertThat(rulebook.version()).isEqualTo(version);
        assertThat(types.contains("NEW_TYPE")).isTrue();
    }
}
