package io.streakboard.identity.tokens;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

/** The roles that tokens give, by the names of Spring's authorities. A learner has none. */
public final class Roles {

    public static final String ADMIN = "SCOPE_admin";

    public static final String SERVICE = "SCOPE_service";

    /** Reads metrics, and the details of health. */
    public static final String MONITOR = "SCOPE_monitor";

    /** Looks learners up. */
    public static final String SUPPORT = "SCOPE_support";

    public static final Set<String> ALL = Set.of(ADMIN, SERVICE, MONITOR, SUPPORT);

    private Roles() {}

    /** Each request asks several times, so this is no stream, which takes many times as long. */
    public static boolean hasAny(@Nullable Authentication caller, Set<String> roles) {
        if (caller != null) {
            for (var role : caller.getAuthorities()) {
                if (roles.contains(role.getAuthority())) {
                    return true;
                }
            }
        }
        return false;
    }
}
