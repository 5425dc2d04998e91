package io.streakboard.web;

import io.lettuce.core.RedisException;
import io.streakboard.web.outage.StoreAvailability;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/**
 * Tells outages from defects. In an outage a store is away or refuses to work; a defect asks a store for something
 * impossible. A store refuses while it is read-only, such as MySQL in a switch-over or with a full disk.
 */
public final class Outage {

    /** The class of SQL states for connections that cannot be opened or were lost. */
    private static final String CONNECTION = "08";

    /** The class of SQL states for refused writes, and for some invalid values. */
    private static final String GENERAL = "HY";

    /** Errors about values: a missing value, a character that the column lacks, a failed check. */
    private static final Set<Integer> VALUES = Set.of(1364, 1366, 3819);

    private Outage() {}

    /** Wrapped causes count as well, for example in the failure of a lock. */
    public static boolean is(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (each instanceof TransactionSystemException overriding && overriding.getApplicationException() != null) {
                return is(overriding.getApplicationException()); // the rollback failed, too
            }
            if (each instanceof UncategorizedSQLException) {
                continue;
            }
            if (each instanceof DataAccessException || each instanceof CannotCreateTransactionException) {
                return !isOwnFault(each);
            }
            if (each instanceof RedisException
                    || each instanceof SQLTransientException
                    || each instanceof SQLRecoverableException
                    || each instanceof SQLException refused && isOfStore(refused)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfStore(SQLException failure) {
        var state = Objects.toString(failure.getSQLState(), "");
        return state.startsWith(CONNECTION) || state.startsWith(GENERAL) && !VALUES.contains(failure.getErrorCode());
    }

    /**
     * Reads from MySQL; while it is away, takes the remembered value at once. Fails only without a remembered value.
     *
     * @param remembered must not ask MySQL
     */
    public static <T> T withFallback(Supplier<T> read, Supplier<Optional<T>> remembered) {
        if (StoreAvailability.isMySqlAway()) {
            return remembered.get().orElseGet(read);
        }
        try {
            return read.get();
        } catch (RuntimeException failure) {
            if (!is(failure) || !StoreAvailability.explain(failure)) {
                throw failure;
            }
            return remembered.get().orElseThrow(() -> failure);
        }
    }

    /** Whether MySQL is known to be away, so that answers may be outdated. */
    public static boolean ofMySql() {
        return StoreAvailability.isMySqlAway();
    }

    private static boolean isOwnFault(Throwable failure) {
        return failure instanceof DataIntegrityViolationException
                || failure instanceof DataRetrievalFailureException
                || failure instanceof InvalidDataAccessResourceUsageException
                || failure instanceof InvalidDataAccessApiUsageException;
    }
}
