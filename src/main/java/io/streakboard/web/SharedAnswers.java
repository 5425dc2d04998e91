package io.streakboard.web;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * Answers that are the same for all callers carry an {@code ETag}: who has them already gets a 304 without a body.
 * Their handlers say how long they hold.
 */
@Configuration(proxyBeanMethods = false)
class SharedAnswers {

    @Bean
    FilterRegistrationBean<ShallowEtagHeaderFilter> entityTags() {
        var registration = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
        registration.addUrlPatterns("/api/rules", "/api/seasons", "/api/boards");
        return registration;
    }
}
