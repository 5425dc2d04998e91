package io.streakboard.start;

import org.flywaydb.core.api.exception.FlywayValidateException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Refuses a schema made by other migrations, for example by a snapshot before 0.1.0. */
class SchemaAnalyzer extends AbstractFailureAnalyzer<FlywayValidateException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, FlywayValidateException cause) {
        return new FailureAnalysis(
                "The schema in MySQL was made by migrations that this version does not have. Snapshots before 0.1.0 are"
                        + " not upgraded.",
                "Start with an empty schema and an empty Redis, or with the version that wrote this data. In development"
                        + " delete the data folder. Flyway says: " + cause.getMessage(),
                cause);
    }
}
