package io.streakboard.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/** Checks the configuration before any bean exists, and thus before migrations touch the database. */
@Component
class StartConditions implements BeanFactoryPostProcessor, EnvironmentAware {

    private static final String TOKENS = "spring.security.oauth2.resourceserver.jwt.";
    private static final String OPAQUE = "spring.security.oauth2.resourceserver.opaquetoken.";
    static final String ACTION =
            "Change these properties; docs/operations.md has a table of all. Nothing has been migrated.";
    private static final String ACTUATOR = "management.endpoints.web.base-path";
    private static final String CLOCK = "streakboard.clock.start";

    /** Properties of Spring Boot that have no effect, and what has. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.of(
            TOKENS + "principal-claim-name", "streakboard.tokens.learner-claim",
            TOKENS + "authorities-claim-name", "streakboard.tokens.roles-claim",
            TOKENS + "authorities-claim-delimiter", "streakboard.tokens.roles-claim",
            TOKENS + "authorities-claim-expressions", "streakboard.tokens.roles-claim",
            TOKENS + "authority-prefix", "streakboard.tokens.roles.admin and roles.service",
            OPAQUE + "introspection-uri", TOKENS + "issuer-uri: only JWTs are read",
            OPAQUE + "client-id", TOKENS + "issuer-uri: only JWTs are read",
            OPAQUE + "client-secret", TOKENS + "issuer-uri: only JWTs are read");

    private final List<String> mistakes = new ArrayList<>();
    private @Nullable Environment environment;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (environment != null) {
            mistakes.addAll(reasons(environment));
            mistakes.addAll(ConfigurationValidator.in(environment, beans));
            if (CheckOnly.isAsked(environment)) {
                CheckOnly.makeLazy(beans);
            } else {
                StartRefused.ifAny(mistakes, ACTION);
            }
        }
    }

    /** What was found before there were beans. */
    List<String> mistakes() {
        return mistakes;
    }

    static List<String> reasons(Environment environment) {
        var reasons = new ArrayList<String>();
        var binder = Binder.get(environment);
        require(TOKENS + "issuer-uri", "tokens of any issuer would be taken", binder, reasons);
        require(TOKENS + "audiences", "tokens for other applications would be taken", binder, reasons);
        WITHOUT_EFFECT.forEach((property, instead) -> {
            if (binder.bind(property, Bindable.listOf(String.class)).isBound()) {
                reasons.add(property + " has no effect; set " + instead);
            }
        });
        binder.bind(ACTUATOR, String.class).ifBound(path -> requireOutsideOfTheApi(path, reasons));
        if (environment.acceptsProfiles(Profiles.of("production"))) {
            forProduction(environment, binder, reasons);
        }
        return reasons;
    }

    /** Callers with any token come through to routes below {@code /api}, whose handlers check the role. */
    private static void requireOutsideOfTheApi(String path, List<String> reasons) {
        if ((path + "/").startsWith("/api/")) {
            reasons.add(ACTUATOR + ": '" + path + "' must not be below /api");
        }
    }

    private static void require(String property, String otherwise, Binder binder, List<String> reasons) {
        var values = binder.bind(property, Bindable.listOf(String.class)).orElse(List.of());
        if (values.stream().noneMatch(StringUtils::hasText)) {
            reasons.add(property + " is not set: " + otherwise);
        }
    }

    private static void forProduction(Environment environment, Binder binder, List<String> reasons) {
        if (environment.acceptsProfiles(Profiles.of("development"))) {
            reasons.add("the profiles production and development are both active");
        }
        if (binder.bind(CLOCK, String.class).isBound()) {
            reasons.add(CLOCK + " is set in production: points would go to days that are not today");
        }
    }
}
