package io.streakboard.web;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Whether a store did not do what it was asked, or was asked for what it cannot do. */
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
