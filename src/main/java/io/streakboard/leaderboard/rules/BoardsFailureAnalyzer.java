package io.streakboard.leaderboard.rules;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with the boards in place of a stack trace. */
class BoardsFailureAnalyzer extends AbstractFailureAnalyzer<BoardsNotAllowed> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, BoardsNotAllowed cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Change these properties; docs/boards.md has a table of all.",
                cause);
    }
}
