package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

class ProblemWriterTests {

    private final ProblemWriter writer = new ProblemWriter(JsonMapper.shared());
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void temporaryRefusalsSayWhenToRetry() throws IOException {
        writer.write(new MockHttpServletRequest(), response, problem());

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("2");
    }

    @Test
    void aTimeThatIsKnownBetterStays() throws IOException {
        response.setHeader("Retry-After", "60");

        writer.write(new MockHttpServletRequest(), response, problem());

        assertThat(response.getHeaders("Retry-After")).containsExactly("60");
    }

    private static ProblemDetail problem() {
        return Problem.detail(HttpStatus.SERVICE_UNAVAILABLE, "overloaded", "Too many requests are under way.");
    }
}
