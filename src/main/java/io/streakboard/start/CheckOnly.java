package io.streakboard.start;

import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * With {@code --streakboard.check} there is the same context as in a real start, under the same conditions, but no port,
 * no migration, and no bean that {@link ConfigurationReport} does not ask for.
 */
class CheckOnly implements EnvironmentPostProcessor {

    static final String PROPERTY = "streakboard.check";

    static boolean isAsked(Environment environment) {
        return !"false".equals(environment.getProperty(PROPERTY, "false"));
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (isAsked(environment)) {
            application.setApplicationContextFactory(type -> new AnnotationConfigServletWebApplicationContext());
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            PROPERTY,
                            Map.of(
                                    "spring.flyway.enabled", "false",
                                    "spring.docker.compose.enabled", "false",
                                    "spring.jpa.hibernate.ddl-auto",
                                            "none", // or Boot asks the database which one it is
                                    "spring.main.banner-mode", "off")));
        }
    }

    static void makeLazy(ConfigurableListableBeanFactory beans) {
        ((DefaultListableBeanFactory) beans).setAutowireCandidateResolver(new LazyCollaborators());
        for (var name : beans.getBeanDefinitionNames()) {
            if (beans.getBeanDefinition(name) instanceof AbstractBeanDefinition bean) {
                bean.setLazyInit(Objects.requireNonNullElse(bean.getLazyInit(), true));
            }
        }
    }

    /** Beans get their collaborators as proxies: what a check does not call is not made, so it asks no database. */
    private static class LazyCollaborators extends ContextAnnotationAutowireCandidateResolver {

        @Override
        protected boolean isLazy(DependencyDescriptor dependency) {
            var type = dependency.getDependencyType();
            return super.isLazy(dependency)
                    || type.getName().startsWith("io.streakboard.") && !Modifier.isFinal(type.getModifiers());
        }
    }
}
