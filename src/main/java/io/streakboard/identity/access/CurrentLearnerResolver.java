package io.streakboard.identity.access;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.limits.Caller;
import io.streakboard.identity.tokens.Roles;
import io.streakboard.identity.tokens.TokenClaims;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Resolves a {@link CurrentLearner} or a {@link CurrentCaller} from the token of the request, or from a {@link
 * NamedLearner}. Only services and admins may have tokens that name no learner.
 */
@Component
class CurrentLearnerResolver implements HandlerMethodArgumentResolver {

    private static final Set<String> SERVICE_OR_ADMIN = Set.of(Roles.SERVICE, Roles.ADMIN);

    private static final int LONGEST_SHOWN = 128;

    private final LearnerNames names;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;
    private final TokenClaims claims;

    CurrentLearnerResolver(LearnerNames names, DeletedLearners deleted, LearnerKeys keys, TokenClaims claims) {
        this.names = names;
        this.deleted = deleted;
        this.keys = keys;
        this.claims = claims;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == CurrentLearner.class
                || parameter.getParameterType() == CurrentCaller.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null || !(authentication.getPrincipal() instanceof Jwt token)) {
            throw notALearner(null);
        }
        var asked = Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
        if (parameter.getParameterType() == CurrentLearner.class) {
            var named = NamedLearner.inPath(asked); // RoleInterceptor lets only services use such paths
            return named == null ? seen(token) : new CurrentLearner(named(named), until(token));
        }
        return caller(token, authentication, NamedLearner.inQuery(asked));
    }

    private CurrentCaller caller(Jwt token, Authentication authentication, @Nullable String named) {
        boolean serves = Roles.hasAny(authentication, SERVICE_OR_ADMIN);
        var counted = String.valueOf(Caller.of(authentication));
        if (named != null) {
            if (!serves) {
                throw Problem.of(
                                HttpStatus.FORBIDDEN,
                                "forbidden",
                                "learner: only a service or an admin may ask for a learner")
                        .coded("scope", Map.of());
            }
            return new CurrentCaller(counted, named(named), false, until(token));
        }
        if (serves && keys.id(claims.learner(token)) == null) {
            return new CurrentCaller(counted, null, true, until(token));
        }
        var learner = serves ? learner(token) : seen(token); // a program's name is no learner's
        return new CurrentCaller(counted, learner.id(), serves, learner.until());
    }

    private CurrentLearner learner(Jwt token) {
        var key = claims.learner(token);
        var id = keys.id(key);
        if (id == null || key == null) {
            throw notALearner(key);
        }
        present(id, key);
        keys.compare(List.of(id));
        return new CurrentLearner(id, until(token));
    }

    /** The learner, whose name is remembered. */
    private CurrentLearner seen(Jwt token) {
        var learner = learner(token);
        var name = claims.name(token);
        if (name != null) {
            names.seen(learner.id(), name);
        }
        return learner;
    }

    /** The token is valid, but names no learner: a service or an admin called, or tokens are not as configured. */
    private Problem notALearner(@Nullable String key) {
        return Problem.of(
                        HttpStatus.FORBIDDEN,
                        "not-a-learner",
                        ("This route is for the learner who calls: the token's claim '%s' must be %s, but is %s. %s Services"
                                        + " ask at /api/learners/{learner}/…, admins at /actuator/learners/{learner}.")
                                .formatted(
                                        claims.learnerClaim(),
                                        keys.areTexts() ? "a learner's key" : "a learner's id (1 to 2^63-1)",
                                        key == null ? "missing" : "'" + Text.shown(key, LONGEST_SHOWN) + "'",
                                        remedy(key)))
                .coded("subject", Map.of());
    }

    /** The setting by which such tokens would name learners. */
    private String remedy(@Nullable String key) {
        return (key == null || keys.areTexts() ? "" : "With streakboard.learners.keys=texts it may be a text; ")
                + "streakboard.tokens.learner-claim names another claim.";
    }

    /** The learner that a service or an admin names. */
    private long named(String key) {
        long learner = keys.named(NamedLearner.NAME, key);
        present(learner, key);
        return learner;
    }

    /** Refuses a learner who was deleted. */
    private void present(long learner, String key) {
        if (deleted.contains(learner)) {
            throw Problem.of(HttpStatus.GONE, "learner-deleted", "The data of learner " + key + " has been deleted");
        }
    }

    private static Instant until(Jwt token) {
        return token.getClaims().get(JwtClaimNames.EXP) instanceof Instant until
                ? until
                : Objects.requireNonNull(token.getExpiresAt());
    }
}
