package io.streakboard.identity.tokens;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A token cannot be checked now, as the keys of its issuer are not known and cannot be fetched. */
public class IssuerUnavailable extends AuthenticationException {

    private final Duration retryAfter;

    IssuerUnavailable(Throwable cause, Duration retryAfter) {
        super("The keys of the issuer are not available", cause);
        this.retryAfter = retryAfter;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
