package io.streakboard.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.identity.LearnerNames;
import io.streakboard.leaderboard.rankings.GroupRankings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class GroupsOffTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withBean(GroupTable.class, () -> mock(GroupTable.class))
            .withBean(Friends.class, () -> mock(Friends.class))
            .withBean(GroupChanges.class, () -> mock(GroupChanges.class))
            .withBean(GroupRankings.class, () -> mock(GroupRankings.class))
            .withBean(LearnerNames.class, () -> mock(LearnerNames.class))
            .withBean(LearnerKeys.class, () -> mock(LearnerKeys.class))
            .withUserConfiguration(GroupController.class, RosterController.class, FriendsController.class);

    @Test
    void thereAreNoRoutesUnlessGroupsAreEnabled() {
        application.run(context -> assertThat(context)
                .doesNotHaveBean(GroupController.class)
                .doesNotHaveBean(FriendsController.class)
                .doesNotHaveBean(RosterController.class));
        application
                .withPropertyValues("streakboard.groups.enabled=true")
                .run(context -> assertThat(context)
                        .hasSingleBean(GroupController.class)
                        .hasSingleBean(FriendsController.class)
                        .hasSingleBean(RosterController.class));
    }
}
