package io.streakboard.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.streakboard.identity.audit.AdminActions.ActionOutcome;
import io.streakboard.web.Problem;
import io.streakboard.web.RequestEnd;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.databind.json.JsonMapper;

/** An audit trail whose table cannot be reached, and actions that fail. */
class AuditTrailTests {

    private final AdminActions actions = mock();
    private final AtomicLong nanos = new AtomicLong();
    private final AuditTrail trail = new AuditTrail(actions, new JsonMapper(), nanos::get);
    private final MockHttpServletRequest request = new MockHttpServletRequest("DELETE", "/api/learners/42");

    AuditTrailTests() {
        request.setUserPrincipal(() -> "ops");
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    }

    @AfterEach
    void forgetRequest() {
        RequestContextHolder.resetRequestAttributes();
    }

    private void act(int status) {
        trail.begin(Map.of("id", 42));
        RequestEnd.run(request, status);
    }

    @Test
    void anActionThatCannotBeRecordedIsNotDone() {
        given(actions.begin(any())).willThrow(new QueryTimeoutException("away"));

        assertThatThrownBy(() -> trail.begin(Map.of("id", 42)))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.getStatusCode().value()).isEqualTo(503));
    }

    @Test
    void aFinishedActionIsAnsweredEvenIfItsEndCannotBeRecorded() {
        given(actions.begin(any())).willReturn(7L);
        willThrow(new QueryTimeoutException("away")).given(actions).end(7, ActionOutcome.DONE, 202);

        assertThatCode(() -> act(202)).doesNotThrowAnyException();
    }

    @Test
    void anActionThatFailsIsRecordedAsFailed() {
        given(actions.begin(any())).willReturn(7L);

        act(503);

        then(actions).should().end(7, ActionOutcome.FAILED, 503);
    }

    /** A page asks for a learner every few seconds while it shows the learner. */
    @Test
    void repeatedReadsAreRecordedOnce() {
        request.setMethod("GET");
        given(actions.begin(any())).willReturn(7L, 8L);

        act(200);
        nanos.addAndGet(Duration.ofMinutes(14).toNanos());
        act(200);
        then(actions).should(times(1)).begin(any());

        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        act(200);
        then(actions).should(times(2)).begin(any());
    }

    @Test
    void refusalsAndChangesAreRecordedEachTime() {
        given(actions.begin(any())).willReturn(7L);

        act(202);
        act(202);
        request.setMethod("GET");
        act(404);
        act(200);

        then(actions).should(times(4)).begin(any());
    }

    @Test
    void otherAdminsAndOtherArgumentsAreRecordedEach() {
        request.setMethod("GET");
        given(actions.begin(any())).willReturn(7L);

        act(200);
        request.setUserPrincipal(() -> "support");
        act(200);
        request.setParameter("reason", "asked by letter");
        act(200);

        then(actions).should(times(3)).begin(any());
    }

    @Test
    void endsThatCannotBeRecordedAreOneLineInTheLog() {
        given(actions.begin(any())).willReturn(7L);
        willThrow(new QueryTimeoutException("away")).given(actions).end(7, ActionOutcome.DONE, 202);

        var lines = logged(AuditTrail.class.getName(), () -> {
            act(202);
            act(202);
        });

        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage()).contains("was not recorded", "away");
            assertThat(line.getThrowableProxy()).isNull();
        });
    }

    private static List<ILoggingEvent> logged(String name, Runnable work) {
        var logger = (Logger) LoggerFactory.getLogger(name);
        logger.setLevel(Level.INFO);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        logger.addAppender(lines);
        try {
            work.run();
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list;
    }

    @Test
    void anActionIsLoggedAsOneLineOfJson() {
        given(actions.begin(any())).willReturn(7L);
        request.setParameter("reason", "asked by\nletter");

        var lines = logged("streakboard.audit", () -> act(202));

        assertThat(lines)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .isEqualTo("""
                        {"audit":7,"admin":"ops","method":"DELETE","target":"/api/learners/42",\
                        "parameters":"{\\"id\\":42}","reason":"asked by\\nletter","outcome":"DONE","status":202}""");
    }
}
