package io.streakboard.leaderboard.rankings;

import io.streakboard.web.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Reads a {@link RankingQuery} from the parameters of a request. Spring's data binder would also look in path variables
 * and headers, and takes a sixth of the time of a short request.
 */
@Component
class RankingQueryResolver implements HandlerMethodArgumentResolver, WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == RankingQuery.class;
    }

    @Override
    public RankingQuery resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return new RankingQuery(
                parameter(request, "period"),
                parameter(request, "season"),
                parameter(request, "partition"),
                parameter(request, "version"));
    }

    private static @Nullable String parameter(NativeWebRequest request, String name) {
        var values = request.getParameterValues(name);
        if (values != null && values.length > 1) {
            throw Problem.invalid(name, "must come once", "once");
        }
        return values == null ? null : values[0];
    }
}
