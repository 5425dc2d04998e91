package io.streakboard.xapi;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/** Names the version of xAPI in every answer of its routes. */
@Configuration(proxyBeanMethods = false)
class VersionHeader {

    /** It comes before all filters that may refuse a request: a registration precedes filters of the same order. */
    @Bean
    static FilterRegistrationBean<OncePerRequestFilter> versionOfXapi() {
        var registration = new FilterRegistrationBean<OncePerRequestFilter>(new VersionFilter());
        registration.addUrlPatterns("/xapi/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setName("versionOfXapi");
        return registration;
    }

    private static class VersionFilter extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.setHeader(XapiVersion.HEADER, XapiVersion.answering(request.getHeader(XapiVersion.HEADER)));
            chain.doFilter(request, response);
        }
    }
}
