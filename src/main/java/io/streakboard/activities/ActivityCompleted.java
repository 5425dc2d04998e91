package io.streakboard.activities;

import java.util.List;

/**
 * Learners have done something that may be worth points. Published by course modules, inside the transaction that
 * records the fact itself. Repeated and invalid activities are not counted; one of a type that only other instances know
 * is delivered again.
 */
public record ActivityCompleted(List<Activity> activities) {

    public ActivityCompleted(Activity... activities) {
        this(List.of(activities));
    }
}
