package io.streakboard.signin.act;

import io.streakboard.web.Problem;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Redis has taken a sign-in, but no replica has it yet. */
public class NotReplicated extends Problem {

    private NotReplicated(String detail) {
        super(HttpStatus.SERVICE_UNAVAILABLE, "not-replicated", detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
    }

    static NotReplicated yet() {
        return new NotReplicated("The sign-in is not safe yet: no replica of Redis has it. Try again later.");
    }
}
