package io.streakboard.identity;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Figures for services, of many learners at a time. Each module with such figures has a component like this. */
public interface LearnerFigures {

    /**
     * @param of by learner, and by name; the value is null if the learner has none
     * @param degraded whether figures may be wrong for the moment
     */
    record FigureValues(Map<Long, Map<String, @Nullable Object>> of, boolean degraded) {}

    /** The names of the figures. */
    Set<String> names();

    /** All figures of each learner. */
    FigureValues of(List<Long> learners);
}
