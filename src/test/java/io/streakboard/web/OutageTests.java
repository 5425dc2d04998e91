package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.TransactionSystemException;

class OutageTests {

    private static final SQLException LOST = new SQLException("Communications link failure", "08S01");

    @Test
    void aTransactionThatCannotBeRolledBackFailsForTheReasonThatItHadBefore() {
        assertThat(Outage.is(overriding(new QueryTimeoutException("away")))).isTrue();
        assertThat(Outage.is(overriding(new DuplicateKeyException("a defect")))).isFalse();
        assertThat(Outage.is(overriding(new IllegalStateException("a defect")))).isFalse();
    }

    @Test
    void aConnectionThatIsLostWithTheCommitIsAnOutage() {
        assertThat(Outage.is(new TransactionSystemException("Could not commit", LOST)))
                .isTrue();
        assertThat(Outage.is(new TransactionSystemException("Could not commit", new SQLException("?", "42000"))))
                .isFalse();
        assertThat(Outage.is(new TransactionSystemException("Could not commit")))
                .isFalse();
    }

    @Test
    void aStoreThatRefusesAllWritesIsAnOutage() {
        var readOnly = new SQLException("running with the --super-read-only option", "HY000", 1290);
        assertThat(Outage.is(new UncategorizedSQLException("INSERT", null, readOnly)))
                .isTrue();
        assertThat(Outage.is(new IllegalStateException(new SQLTransientException("Lock wait timeout"))))
                .isTrue();
        assertThat(Outage.is(new IllegalStateException(new RedisException("READONLY"))))
                .isTrue();
    }

    /** As Spring tells of it in a pipeline. */
    @Test
    void aConnectionOfRedisThatIsResetIsAnOutage() {
        assertThat(Outage.is(new RedisSystemException("Redis exception", new IOException("Connection reset"))))
                .isTrue();
    }

    @Test
    void anEmptyResultAndAWrongValueAreDefects() {
        assertThat(Outage.is(new EmptyResultDataAccessException(1))).isFalse();
        var wrongValue = new SQLException("Incorrect string value", "HY000", 1366);
        assertThat(Outage.is(new UncategorizedSQLException("INSERT", null, wrongValue)))
                .isFalse();
    }

    @Test
    void aFailureOfAnotherThreadIsAnOutageAsWell() {
        assertThat(Outage.is(new CompletionException(new QueryTimeoutException("away"))))
                .isTrue();
    }

    private static TransactionSystemException overriding(RuntimeException first) {
        var failure = new TransactionSystemException("Could not roll back", LOST);
        failure.initApplicationException(first);
        return failure;
    }
}
