package io.streakboard.web.requests;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import io.streakboard.web.RequestEnd;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RequestFilterTests {

    private final MockHttpServletRequest request = new MockHttpServletRequest();
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final AtomicReference<@Nullable String> logged = new AtomicReference<>();
    private final List<Integer> statuses = new ArrayList<>();
    private final RequestFilter filter = new RequestFilter(mock());

    @Test
    void anIdIsTheOneThatTheClientChose() throws Exception {
        request.addHeader(RequestFilter.ID, "proxy-7f.3_a");

        assertThat(answered()).isEqualTo("proxy-7f.3_a").isEqualTo(logged.get());
    }

    @Test
    void anIdIsMadeForAClientThatChoosesNone() throws Exception {
        assertThat(answered()).matches("[0-9a-f]{1,16}").isEqualTo(logged.get());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a b", "a\nb", "ä", "0123456789012345678901234567890123456789012345678901234567890123456789"
            })
    void anIdIsMadeWhereTheChosenOneDoesNotBelongIntoALog(String chosen) throws Exception {
        request.addHeader(RequestFilter.ID, chosen);

        assertThat(answered()).matches("[0-9a-f]{1,16}").isEqualTo(logged.get());
    }

    @Test
    void anIdIsForgottenAfterTheRequest() throws Exception {
        answered();

        assertThat(MDC.get("request")).isNull();
    }

    @Test
    void refusalsHaveAnIdToo() throws Exception {
        request.setContent(new byte[3 << 20]);

        filter.doFilter(request, response, (in, out) -> logged.set("passed"));

        assertThat(response.getHeader(RequestFilter.ID)).isNotBlank();
        assertThat(logged.get()).isNull();
    }

    @Test
    void workForTheEndGetsTheStatusOfTheAnswer() throws Exception {
        filter.doFilter(request, response, (in, out) -> {
            RequestEnd.then(request, statuses::add);
            RequestEnd.then(request, statuses::add);
            response.setStatus(404);
        });

        assertThat(statuses).containsExactly(404, 404);
    }

    @Test
    void workForTheEndIsDoneIfTheRequestFails() {
        assertThatThrownBy(() -> filter.doFilter(request, response, (in, out) -> {
                    RequestEnd.then(request, statuses::add);
                    throw new ServletException("broken");
                }))
                .hasMessage("broken");

        assertThat(statuses).containsExactly(500);
    }

    private String answered() throws Exception {
        filter.doFilter(request, response, (in, out) -> logged.set(MDC.get("request")));
        return requireNonNull(response.getHeader(RequestFilter.ID));
    }
}
