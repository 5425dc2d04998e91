package io.streakboard.imports;

import io.streakboard.points.Outcome;
import io.streakboard.runs.RunState;
import java.util.Map;

/**
 * The progress of an import was saved.
 *
 * @param rows what became of the lines since it was saved the last time
 */
record ImportSaved(Map<Outcome, Long> rows, RunState state) {}
