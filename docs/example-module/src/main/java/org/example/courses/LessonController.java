package org.example.courses;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import jakarta.validation.constraints.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The learner is the token's subject, never a parameter. */
@RestController
@ForLearners
class LessonController {

    record MyLessons(long completed, boolean badge) {}

    private final Lessons lessons;
    private final Badges badges;

    LessonController(Lessons lessons, Badges badges) {
        this.lessons = lessons;
        this.badges = badges;
    }

    @PostMapping("/api/lessons/{lesson}/completed")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void completed(CurrentLearner learner, @PathVariable @Pattern(regexp = "[a-z0-9-]{1,100}") String lesson) {
        lessons.complete(learner.id(), lesson);
    }

    @GetMapping("/api/lessons/mine")
    MyLessons mine(CurrentLearner learner) {
        return new MyLessons(lessons.completedBy(learner.id()), badges.has(learner.id()));
    }
}
