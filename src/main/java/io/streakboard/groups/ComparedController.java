package io.streakboard.groups;

import io.streakboard.groups.WeekComparison.ComparedWeeks;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner beside the own last week and the own groups. Without groups switched on, the week alone. */
@RestController
@ForLearners
class ComparedController {

    private final WeekComparison weeks;

    ComparedController(WeekComparison weeks) {
        this.weeks = weeks;
    }

    /**
     * This week compared. With the own last week up to the same weekday, and with the median of this week in each
     * group: of all members who are shown to others, if there are five. A median may be a minute old.
     */
    @GetMapping({"/api/me/compared", "/api/learners/{learner}/compared"})
    ComparedWeeks compared(CurrentLearner learner, @RequestParam(defaultValue = WeekComparison.BOARD) String board) {
        if (!board.equals(WeekComparison.BOARD)) {
            throw Problem.invalid(
                    "board", "must be 'points'", "one-of", Map.of("allowed", List.of(WeekComparison.BOARD)));
        }
        return weeks.of(learner.id());
    }
}
