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

    public static boolean is(Throwable failure) {
        boolean ownFault = failure instanceof DataIntegrityViolationException
                || failure instanceof InvalidDataAccessResourceUsageException
                || failure instanceof InvalidDataAccessApiUsageException;
        return !ownFault
                && (failure instanceof DataAccessException || failure instanceof CannotCreateTransactionException);
    }
}
