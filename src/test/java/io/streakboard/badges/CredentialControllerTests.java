package io.streakboard.badges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.streakboard.badges.credentials.Credentials;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CredentialControllerTests {

    private final GivenTable given = mock();
    private final Credentials credentials = mock();
    private final CredentialController controller =
            new CredentialController(mock(), given, mock(BusinessTime.class), credentials);

    @Test
    void callersOfTheSameMomentShareAStatusList() {
        when(credentials.statusList(anyLong(), any(), any())).thenReturn("signed");

        assertThat(controller.status(0).getBody()).isEqualTo("signed");
        assertThat(controller.status(0).getBody()).isEqualTo("signed");

        verify(credentials, times(1)).statusList(anyLong(), any(), any());
    }

    @Test
    void withoutAKeyNothingIsRead() {
        doThrow(Problem.notFound("no key")).when(credentials).requireKey();

        assertThatThrownBy(() -> controller.status(0)).hasMessageContaining("no key");
        assertThatThrownBy(() -> controller.credential(new CurrentLearner(1, Instant.MAX), "saver", 200))
                .hasMessageContaining("no key");

        verifyNoInteractions(given);
    }
}
