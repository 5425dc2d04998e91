package io.streakboard.identity.access;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerNames;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Resolves a {@link CurrentLearner} from the token of the request. */
@Component
class CurrentLearnerResolver implements HandlerMethodArgumentResolver {

    private static final Pattern POSITIVE_NUMBER = Pattern.compile("[1-9][0-9]{0,18}");

    private final LearnerNames names;
    private final DeletedLearners deleted;

    CurrentLearnerResolver(LearnerNames names, DeletedLearners deleted) {
        this.names = names;
        this.deleted = deleted;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == CurrentLearner.class;
    }

    @Override
    public CurrentLearner resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null || !(authentication.getPrincipal() instanceof Jwt token)) {
            throw NotALearner.forSubject(null);
        }
        var learner = new CurrentLearner(
                learnerId(text(token, JwtClaimNames.SUB)), Objects.requireNonNull(token.getExpiresAt()));
        if (deleted.contains(learner.id())) {
            throw LearnerGone.of(learner.id());
        }
        var name = text(token, "name");
        if (name != null) {
            names.seen(learner.id(), name);
        }
        return learner;
    }

    /** Spring would look for a converter each time, also for what is text already. */
    private static @Nullable String text(Jwt token, String claim) {
        return token.getClaims().get(claim) instanceof String text ? text : token.getClaimAsString(claim);
    }

    private static long learnerId(@Nullable String subject) {
        if (subject == null || !POSITIVE_NUMBER.matcher(subject).matches()) {
            throw NotALearner.forSubject(subject);
        }
        try {
            return Long.parseLong(subject);
        } catch (NumberFormatException tooLarge) {
            throw NotALearner.forSubject(subject);
        }
    }
}
