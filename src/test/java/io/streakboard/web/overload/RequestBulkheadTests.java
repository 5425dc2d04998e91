package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/** Eight permits: six for others than sign-ins. */
class RequestBulkheadTests {

    private final RequestBulkhead bulkhead = new RequestBulkhead(8, Duration.ZERO);

    @Test
    void aQuarterIsKeptForSignIns() {
        assertThat(admitted(10, "GET", "/api/boards/points/top")).hasSize(6);
        assertThat(admitted(10, "POST", "/api/sign-ins")).hasSize(2);
    }

    @Test
    void signInsMayTakeAll() {
        assertThat(admitted(10, "POST", "/api/sign-ins")).hasSize(8);
        assertThat(admitted(10, "GET", "/api/boards/points/top")).isEmpty();
    }

    @Test
    void aReleasedPermitIsFreeAgain() {
        admitted(10, "GET", "/api/boards/points/top").forEach(bulkhead::release);

        assertThat(admitted(10, "GET", "/api/boards/points/top")).hasSize(6);
    }

    @Test
    void aRefusedRequestKeepsNoPermit() {
        var signIns = admitted(10, "POST", "/api/sign-ins");
        assertThat(admitted(10, "GET", "/api/boards/points/top")).isEmpty();
        signIns.forEach(bulkhead::release);

        assertThat(admitted(10, "GET", "/api/boards/points/top")).hasSize(6);
    }

    /** An admitted request keeps its permit. */
    private List<MockHttpServletRequest> admitted(int requests, String method, String path) {
        return Stream.generate(() -> new MockHttpServletRequest(method, path))
                .limit(requests)
                .filter(bulkhead::acquire)
                .toList();
    }
}
