package io.streakboard.web;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Tells a store that is away, which is an outage, from a store that was asked for something impossible, which is a
 * defect.
 */
public final class Outage {

    private Outage() {}

    /** What is wrapped counts as well, such as in the failure of a lock. */
    public static boolean is(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (each instanceof DataAccessException || each instanceof CannotCreateTransactionException) {
                return !isOwnFault(each);
            }
        }
        return false;
    }

    private static boolean isOwnFault(Throwable failure) {
        return failure instanceof DataIntegrityViolationException
                || failure instanceof InvalidDataAccessResourceUsageException
                || failure instanceof InvalidDataAccessApiUsageException;
    }
}
