package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class LoadSheddingTests {

    private final ProblemWriter problems = mock();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final LoadShedding shedding = new LoadShedding(new OverloadProperties(1, 1), problems, metrics);
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void requestsWithoutAPermitGetARetryTime() throws ServletException, IOException {
        shedding.doFilter(request("GET", "/api/boards/points/top"), new MockHttpServletResponse(), (one, answer) -> {
            assertThat(isServed("POST", "/api/sign-ins")).isFalse();
        });

        verify(problems).write(any(), any(), argThat(problem -> problem.getStatus() == 503));
        assertThat(metrics.counter(LoadShedding.SHED).count()).isOne();
    }

    @Test
    void aPlaceIsFreeAgainAfterARequestThatFailed() throws ServletException, IOException {
        try {
            shedding.doFilter(request("GET", "/"), new MockHttpServletResponse(), (one, answer) -> {
                throw new IOException("gone");
            });
        } catch (IOException expected) {
            assertThat(expected).hasMessage("gone");
        }

        assertThat(isServed("GET", "/")).isTrue();
        verify(problems, never()).write(any(), any(), any());
    }

    private boolean isServed(String method, String path) throws ServletException, IOException {
        var chain = new MockFilterChain();
        shedding.doFilter(request(method, path), response, chain);
        return chain.getRequest() != null;
    }

    private static MockHttpServletRequest request(String method, String path) {
        return new MockHttpServletRequest(method, path);
    }
}
