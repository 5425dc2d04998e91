package io.streakboard.start;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/**
 * {@code --streakboard.check}: tells all mistakes in the configuration at once, and ends the process: with 0 if there is
 * none, else with 1, as a start that is refused.
 */
@Component
@Lazy(false)
@ConditionalOnProperty(CheckOnly.PROPERTY)
class ConfigurationReport implements InitializingBean {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationReport.class);

    private final StartConditions conditions;
    private final ListableBeanFactory beans;
    private final Set<String> mistakes = new LinkedHashSet<>();

    ConfigurationReport(StartConditions conditions, ListableBeanFactory beans) {
        this.conditions = conditions;
        this.beans = beans;
    }

    @Override
    public void afterPropertiesSet() {
        mistakes.addAll(conditions.mistakes());
        for (var check : beans.getBeanNamesForType(ConfigurationCheck.class)) {
            note(() -> beans.getBean(check, ConfigurationCheck.class).check());
        }
        StartRefused.ifAny(List.copyOf(mistakes), StartConditions.ACTION);
        log.info("The configuration has no mistakes. MySQL and Redis were not asked");
        System.exit(0);
    }

    private void note(Runnable reading) {
        try {
            reading.run();
        } catch (StartRefused | BeansException failure) {
            if (NestedExceptionUtils.getMostSpecificCause(failure) instanceof StartRefused refused) {
                refused.getMessage().lines().forEach(mistakes::add);
            } else if (mistakes.isEmpty()) {
                throw failure;
            } // else properties that it reads are among the mistakes
        }
    }
}
