package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LearnerPatternTests {

    @Test
    void onlyTheDomainOfAMailboxIsMadeSmall() {
        assertThat(LearnerPattern.of("Student-{learner}@Example.ORG")
                        .ofMailboxes()
                        .text())
                .isEqualTo("Student-{learner}@example.org");
    }

    @Test
    void aPatternWithoutADomainStaysAsItIs() {
        assertThat(LearnerPattern.of("Student-{learner}").ofMailboxes().text()).isEqualTo("Student-{learner}");
    }
}
