package io.streakboard.identity;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.security.access.prepost.PreAuthorize;

/**
 * The route is for tokens with scope {@code admin}. Checked before the request is read, see {@code RoleInterceptor}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@PreAuthorize("hasAuthority('SCOPE_admin')")
public @interface ForAdmins {

    /** Whether the answers have data of learners, so that reading is recorded like any action. */
    boolean reveals() default false;

    /** Whether the route changes something unless it is a {@code GET}, so that calls are recorded. */
    boolean changes() default true;
}
