package io.streakboard.identity;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.security.access.prepost.PreAuthorize;

/**
 * The route is for learners: its handler takes a {@link CurrentLearner}, which refuses all others. A second route of the
 * handler, {@code /api/learners/{learner}/…}, is for tokens with scope {@code service}, for any learner.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@PreAuthorize("isAuthenticated()")
public @interface ForLearners {}
