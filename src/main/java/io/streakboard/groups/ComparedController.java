package io.streakboard.groups;

import io.streakboard.groups.WeekComparison.ComparedGroup;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.web.Problem;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner beside the own last week and the own groups. Without groups switched on, the week alone. */
@RestController
@ForLearners
class ComparedController {

    /** Other boards do not keep scores by day. */
    private static final String POINTS = "points";

    /**
     * @param day today: both weeks end with this weekday
     * @param thisWeek points from Monday to today, deductions too
     * @param lastWeek points from the Monday before to the same weekday
     * @param groups the first twenty that the learner is in, by id
     */
    record ComparedWeeks(String board, LocalDate day, long thisWeek, long lastWeek, List<ComparedGroup> groups) {}

    private final WeekComparison weeks;

    ComparedController(WeekComparison weeks) {
        this.weeks = weeks;
    }

    /**
     * This week compared. With the own last week up to the same weekday, and with the median of this week in each
     * group: of all members who are shown to others, if there are five. A median may be a minute old.
     */
    @GetMapping({"/api/me/compared", "/api/learners/{learner}/compared"})
    ComparedWeeks compared(CurrentLearner learner, @RequestParam(defaultValue = POINTS) String board) {
        if (!board.equals(POINTS)) {
            throw Problem.invalid("board", "must be 'points'", "one-of", Map.of("allowed", List.of(POINTS)));
        }
        var found = weeks.of(learner.id());
        return new ComparedWeeks(POINTS, found.day(), found.thisWeek(), found.lastWeek(), found.groups());
    }
}
