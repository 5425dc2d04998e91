package io.streakboard.identity.access;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerNames;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Resolves a {@link CurrentLearner} or a {@link CurrentCaller} from the token of the request. Only services and admins
 * may have a subject that is not the id of a learner.
 */
@Component
class CurrentLearnerResolver implements HandlerMethodArgumentResolver {

    private static final Pattern POSITIVE_NUMBER = Pattern.compile("[1-9][0-9]{0,18}");
    private static final Set<String> SERVICE_OR_ADMIN = Set.of("SCOPE_service", SecurityConfiguration.ADMIN);

    private final LearnerNames names;
    private final DeletedLearners deleted;

    CurrentLearnerResolver(LearnerNames names, DeletedLearners deleted) {
        this.names = names;
        this.deleted = deleted;
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
            throw NotALearner.forSubject(null);
        }
        return parameter.getParameterType() == CurrentLearner.class
                ? learner(token)
                : caller(token, authentication.getAuthorities());
    }

    private CurrentCaller caller(Jwt token, Collection<? extends GrantedAuthority> roles) {
        var subject = text(token, JwtClaimNames.SUB);
        if (learnerId(subject) == null && roles.stream().anyMatch(CurrentLearnerResolver::isServiceOrAdmin)) {
            return new CurrentCaller(
                    Objects.requireNonNullElse(subject, ""), null, Objects.requireNonNull(token.getExpiresAt()));
        }
        var learner = learner(token);
        return new CurrentCaller(Long.toString(learner.id()), learner.id(), learner.until());
    }

    private static boolean isServiceOrAdmin(GrantedAuthority role) {
        return SERVICE_OR_ADMIN.contains(role.getAuthority());
    }

    private CurrentLearner learner(Jwt token) {
        var subject = text(token, JwtClaimNames.SUB);
        var id = learnerId(subject);
        if (id == null) {
            throw NotALearner.forSubject(subject);
        }
        if (deleted.contains(id)) {
            throw LearnerGone.of(id);
        }
        var name = text(token, "name");
        if (name != null) {
            names.seen(id, name);
        }
        return new CurrentLearner(id, Objects.requireNonNull(token.getExpiresAt()));
    }

    /** Spring would look up a converter each time, even for text. */
    private static @Nullable String text(Jwt token, String claim) {
        return token.getClaims().get(claim) instanceof String text ? text : token.getClaimAsString(claim);
    }

    private static @Nullable Long learnerId(@Nullable String subject) {
        if (subject == null || !POSITIVE_NUMBER.matcher(subject).matches()) {
            return null;
        }
        try {
            return Long.valueOf(subject);
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }
}
