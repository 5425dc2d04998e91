package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpStatus;

class ProblemHandlerTests {

    @Test
    void anOutageWritesALineASecondHoweverManyRequestsItFails() throws Exception {
        var handler = new ProblemHandler();
        try (var log = new CapturedLog()) {
            for (int i = 0; i < 4000; i++) {
                assertThat(handler.unexpected(new QueryTimeoutException("away"))
                                .getStatusCode()
                                .value())
                        .isEqualTo(503);
            }

            assertThat(log.lines()).hasSizeBetween(1, 10);
        }
    }

    @Test
    void aClientThatHasGoneIsNoDefect() {
        try (var log = new CapturedLog()) {
            var gone = new ClientAbortException(new EOFException());

            assertThatThrownBy(() -> new ProblemHandler().unexpected(gone)).isSameAs(gone);

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void anAnswerHasTwentyErrorsAndTheNumberOfTheOthers() {
        var problem = Problem.invalid(IntStream.range(0, 4000)
                .mapToObj(item -> new Violation("activities[" + item + "]", "must not be null", "required", Map.of()))
                .toList());

        assertThat(problem.getProperties())
                .containsEntry("moreErrors", 3980)
                .hasEntrySatisfying(
                        "errors", errors -> assertThat(errors).asList().hasSize(20));
    }

    @Test
    void aValueThatIsNotAllowedIsAnsweredWithThoseThatAre() {
        assertThat(Problem.noneOf("action", List.of("settle", "retry", "release"))
                        .getBody()
                        .getProperties())
                .containsEntry(
                        "errors",
                        List.of(new Violation(
                                "action",
                                "must be 'settle', 'retry' or 'release'",
                                "one-of",
                                Map.of("allowed", List.of("settle", "retry", "release")))));
    }

    @Test
    void aMessageShowsNoControlCharactersAndNoHalves() {
        var problem = Problem.detail(HttpStatus.NOT_FOUND, "not-found", "x\r\ny\ud800" + "z".repeat(10_000));

        assertThat(problem.getDetail()).startsWith("x\\u000d\\u000ay\\ud800z").hasSizeLessThan(600);
    }
}
