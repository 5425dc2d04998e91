package io.streakboard.identity.access;

import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private final CurrentLearnerResolver learners;
    private final RoleInterceptor roles;

    WebConfiguration(CurrentLearnerResolver learners, RoleInterceptor roles) {
        this.learners = learners;
        this.roles = roles;
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(learners);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(roles).excludePathPatterns(SecurityConfiguration.OPEN);
    }
}
