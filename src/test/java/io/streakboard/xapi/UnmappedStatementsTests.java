package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.time.BusinessTime;
import io.streakboard.xapi.Statement.Actor;
import io.streakboard.xapi.Statement.ActorAccount;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnmappedStatementsTests {

    private static final Instant NOW = Instant.parse("2026-11-18T04:00:00Z");

    private final UnmappedStatements recent =
            new UnmappedStatements(new BusinessTime(Clock.fixed(NOW, ZoneOffset.UTC), ZoneOffset.UTC));

    @Test
    void theLastHundredAreRemembered() {
        for (int i = 0; i < UnmappedStatements.REMEMBERED; i++) {
            recent.addActor(account("name-" + i));
        }
        recent.addActor(account("name-0"));
        recent.addActor(account("name-100"));

        var actors = recent.unmapped().actors();
        assertThat(actors)
                .hasSize(UnmappedStatements.REMEMBERED)
                .extracting(actor -> actor.get("name"))
                .startsWith("name-100", "name-0", "name-99")
                .doesNotContain("name-1");
        assertThat(actors.get(1))
                .isEqualTo(Map.of(
                        "kind", "account",
                        "homePage", "https://lms.example.org",
                        "name", "name-0",
                        "statements", 2L,
                        "lastAt", NOW));
    }

    @Test
    void longTextsAreCut() {
        recent.addActor(new Actor(null, null, "mailto:" + "a".repeat(100_000) + "@example.org"));
        recent.addActor(new Actor("Group", null, null));

        assertThat(recent.unmapped().actors())
                .extracting(actor -> actor.get("kind"))
                .containsExactly("group", "mbox");
        assertThat(String.valueOf(recent.unmapped().actors().getLast().get("name")))
                .hasSize(201);
    }

    private static Actor account(String name) {
        return new Actor(null, new ActorAccount("https://lms.example.org", name), null);
    }
}
