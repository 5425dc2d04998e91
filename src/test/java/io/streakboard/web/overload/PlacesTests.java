package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/** Eight places: six for others than sign-ins. */
class PlacesTests {

    private final Places places = new Places(8, Duration.ZERO);

    @Test
    void aQuarterIsKeptForSignIns() {
        assertThat(free(10, "GET", "/api/boards/points/top")).hasSize(6);
        assertThat(free(10, "POST", "/api/sign-ins")).hasSize(2);
    }

    @Test
    void signInsMayTakeAll() {
        assertThat(free(10, "POST", "/api/sign-ins")).hasSize(8);
        assertThat(free(10, "GET", "/api/boards/points/top")).isEmpty();
    }

    @Test
    void whatIsGivenBackIsFreeAgain() {
        free(10, "GET", "/api/boards/points/top").forEach(Places.Place::close);

        assertThat(free(10, "GET", "/api/boards/points/top")).hasSize(6);
    }

    @Test
    void aRefusedRequestKeepsNoPlace() {
        var signIns = free(10, "POST", "/api/sign-ins");
        assertThat(free(10, "GET", "/api/boards/points/top")).isEmpty();
        signIns.forEach(Places.Place::close);

        assertThat(free(10, "GET", "/api/boards/points/top")).hasSize(6);
    }

    /** Who has got a place keeps it; the others give back what they have taken. */
    private List<Places.Place> free(int requests, String method, String path) {
        return Stream.generate(() -> places.take(new MockHttpServletRequest(method, path)))
                .limit(requests)
                .filter(place -> {
                    if (!place.isFree()) {
                        place.close();
                    }
                    return place.isFree();
                })
                .toList();
    }
}
