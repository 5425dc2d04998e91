package io.streakboard.signin.layout;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the property that does not fit the data, in place of a stack trace. */
class LayoutFailureAnalyzer extends AbstractFailureAnalyzer<LayoutMismatch> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, LayoutMismatch cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Set the property to what the data was written with; streakboard.signin.partitions may also be left out."
                        + " docs/operations.md says how to change the layout of data (\"To change the partitions\").",
                cause);
    }
}
