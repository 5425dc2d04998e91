package io.streakboard.web.requests;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RequestIdTests {

    private final MockHttpServletRequest request = new MockHttpServletRequest();
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final AtomicReference<String> logged = new AtomicReference<>();

    @Test
    void isTheOneThatTheClientChose() throws Exception {
        request.addHeader(RequestId.HEADER, "proxy-7f.3_a");

        assertThat(answered()).isEqualTo("proxy-7f.3_a").isEqualTo(logged.get());
    }

    @Test
    void isMadeForAClientThatChoosesNone() throws Exception {
        assertThat(answered()).matches("[0-9a-f]{1,16}").isEqualTo(logged.get());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a b", "a\nb", "ä", "0123456789012345678901234567890123456789012345678901234567890123456789"
            })
    void isMadeWhereTheChosenOneDoesNotBelongIntoALog(String chosen) throws Exception {
        request.addHeader(RequestId.HEADER, chosen);

        assertThat(answered()).matches("[0-9a-f]{1,16}").isEqualTo(logged.get());
    }

    @Test
    void isForgottenAfterTheRequest() throws Exception {
        answered();

        assertThat(MDC.get("request")).isNull();
    }

    private String answered() throws Exception {
        new RequestId().doFilter(request, response, (in, out) -> logged.set(MDC.get("request")));
        return requireNonNull(response.getHeader(RequestId.HEADER));
    }
}
