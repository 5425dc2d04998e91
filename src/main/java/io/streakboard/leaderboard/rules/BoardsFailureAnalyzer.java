package io.streakboard.leaderboard.rules;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains what is wrong with the configured boards instead of a stack trace. */
class BoardsFailureAnalyzer extends AbstractFailureAnalyzer<BoardsNotAllowed> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, BoardsNotAllowed cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Change these properties; docs/boards.md has a table of all.",
                cause);
    }
}
