package io.streakboard.imports;

import io.streakboard.points.Outcome;
import io.streakboard.runs.RunState;
import java.util.Map;

/**
 * The progress of an import was saved.
 *
 * @param rows outcomes of the lines since the last save
 */
record ImportSaved(Map<Outcome, Long> rows, RunState state) {}
