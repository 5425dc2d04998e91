package io.streakboard.start;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Explains why MySQL cannot be used, in url of stack traces of pool, Flyway and driver. */
class DatabaseAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    private static final String NO_CONNECTION = "08";
    private static final String NOT_ALLOWED = "28";
    private static final int NO_RIGHT_TO_SCHEMA = 1044;
    private static final int NO_SUCH_SCHEMA = 1049;

    private final Environment environment;

    DatabaseAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, SQLException cause) {
        var deepest = deepest(cause);
        var state = String.valueOf(deepest.getSQLState());
        if (state.startsWith(NOT_ALLOWED) || deepest.getErrorCode() == NO_RIGHT_TO_SCHEMA) {
            return analysis(
                    "MySQL at " + url() + " refuses the user '" + user() + "'.",
                    "Check spring.datasource.username and spring.datasource.password, and the grants of the user.",
                    deepest);
        }
        if (deepest.getErrorCode() == NO_SUCH_SCHEMA) {
            return analysis(
                    "MySQL has no schema of this name: " + url() + ".",
                    "Create it with the character set utf8mb4, or change spring.datasource.url.",
                    deepest);
        }
        return state.startsWith(NO_CONNECTION)
                ? analysis(
                        "MySQL does not answer at " + url() + ".",
                        "Check spring.datasource.url, and start MySQL first: tables are migrated before anything else.",
                        deepest)
                : null;
    }

    private static FailureAnalysis analysis(String description, String action, SQLException cause) {
        return new FailureAnalysis(description, action, cause);
    }

    /** Pool and driver wrap the cause in their own exceptions. */
    private static SQLException deepest(SQLException failure) {
        var deepest = failure;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && (sql.getSQLState() != null || sql.getErrorCode() != 0)) {
                deepest = sql;
            }
        }
        return deepest;
    }

    /** The URL without parameters, which may hold a password. */
    private String url() {
        return String.valueOf(environment.getProperty("spring.datasource.url")).replaceAll("\\?.*", "");
    }

    private String user() {
        return String.valueOf(environment.getProperty("spring.datasource.username"));
    }
}
