package io.streakboard.sharing;

import java.time.Duration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * Tries a transaction again as a whole after it has lost a race: a deadlock, or a key that another transaction inserted
 * first. The second try sees the winner's rows.
 */
public final class LostRaces {

    private LostRaces() {}

    /** @param others further exceptions after which a transaction is tried again */
    @SafeVarargs
    public static RetryTemplate retries(Class<? extends Throwable>... others) {
        return new RetryTemplate(RetryPolicy.builder()
                .includes(PessimisticLockingFailureException.class, DuplicateKeyException.class)
                .includes(others)
                .maxRetries(8)
                .delay(Duration.ofMillis(10))
                .jitter(Duration.ofMillis(10))
                .multiplier(2)
                .maxDelay(Duration.ofMillis(200))
                .build());
    }
}
