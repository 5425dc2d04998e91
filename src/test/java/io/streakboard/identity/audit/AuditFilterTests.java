package io.streakboard.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

import io.streakboard.identity.audit.AdminActions.Outcome;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

/** An audit trail whose table cannot be reached, and actions that fail. */
class AuditFilterTests {

    private final AdminActions trail = mock();
    private final ProblemWriter problems = mock();
    private final AuditFilter filter = new AuditFilter(request -> true, trail, problems, new JsonMapper());
    private final MockHttpServletRequest request = new MockHttpServletRequest("DELETE", "/api/learners/42");
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    AuditFilterTests() {
        request.setUserPrincipal(() -> "ops");
    }

    @Test
    void whatCannotBeRecordedIsNotDone() throws Exception {
        given(trail.begin(any())).willThrow(new QueryTimeoutException("away"));
        FilterChain chain = mock();

        filter.doFilter(request, response, chain);

        then(chain).shouldHaveNoInteractions();
        then(problems)
                .should()
                .write(any(), any(), org.mockito.ArgumentMatchers.argThat(problem -> problem.getStatus() == 503));
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
    }

    @Test
    void whatWasDoneIsAnsweredEvenIfItsEndCannotBeRecorded() throws Exception {
        given(trail.begin(any())).willReturn(7L);
        willThrow(new QueryTimeoutException("away")).given(trail).end(7, Outcome.DONE, 200);

        filter.doFilter(request, response, new MockFilterChain());

        assertThat(response.getStatus()).isEqualTo(200);
    }

    @Test
    void anActionThatFailsIsRecordedAsFailed() throws Exception {
        given(trail.begin(any())).willReturn(7L);
        FilterChain chain = mock();
        willThrow(new ServletException("broken")).given(chain).doFilter(any(), any());

        assertThatThrownBy(() -> filter.doFilter(request, response, chain)).hasMessage("broken");

        then(trail).should().end(7, Outcome.FAILED, 500);
    }

    @Test
    void anAnswerThatSaysSoIsRecordedAsFailed() throws Exception {
        given(trail.begin(any())).willReturn(7L);

        filter.doFilter(request, response, (asked, answer) -> response.setStatus(503));

        then(trail).should().end(7, Outcome.FAILED, 503);
    }
}
