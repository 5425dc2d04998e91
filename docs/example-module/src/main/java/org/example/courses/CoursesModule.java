package org.example.courses;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/** Found through {@code META-INF/spring}: the jar on the class path is enough. */
@AutoConfiguration
@Import({Lessons.class, Badges.class, LessonController.class})
class CoursesModule {}
