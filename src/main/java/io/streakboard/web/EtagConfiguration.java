package io.streakboard.web;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * Answers that are equal for all callers carry an {@code ETag}: a caller who has the current one gets a 304 without a
 * body. Their handlers say how long they are valid.
 */
@Configuration(proxyBeanMethods = false)
class EtagConfiguration {

    @Bean
    FilterRegistrationBean<ShallowEtagHeaderFilter> entityTags() {
        var registration = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
        registration.addUrlPatterns("/api/rules", "/api/seasons", "/api/boards");
        return registration;
    }
}
