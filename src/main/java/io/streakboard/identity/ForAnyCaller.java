package io.streakboard.identity;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.security.access.prepost.PreAuthorize;

/**
 * The route is for any valid token, of a learner, a service or an admin. A handler that takes a {@link CurrentCaller}
 * accepts a subject that is no learner's id only from services and admins.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@PreAuthorize("isAuthenticated()")
public @interface ForAnyCaller {

    /** Whether the answer tells admins more about learners than others, so that their reading is recorded. */
    boolean reveals() default false;
}
