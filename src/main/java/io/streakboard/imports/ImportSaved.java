package io.streakboard.imports;

import io.streakboard.imports.kinds.LineOutcome;
import io.streakboard.runs.RunState;
import java.util.Map;

/**
 * The progress of an import was saved.
 *
 * @param rows outcomes of the lines since the last save; none of a dry run
 */
record ImportSaved(Map<LineOutcome, Long> rows, RunState state) {}
