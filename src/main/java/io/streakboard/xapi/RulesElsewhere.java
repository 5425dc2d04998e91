package io.streakboard.xapi;

import static java.util.stream.Collectors.groupingBy;

import io.streakboard.activities.TypeNotConfigured;
import io.streakboard.activities.TypeTable;
import io.streakboard.xapi.XapiProperties.StatementRule;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rules of other instances for points types that this one lacks. While both are rolled out, a statement that only they
 * can map must not be left out.
 */
@Component
class RulesElsewhere implements SmartInitializingSingleton {

    private final XapiProperties properties;
    private final TypeTable types;
    private final JsonMapper json;

    RulesElsewhere(XapiProperties properties, TypeTable types, JsonMapper json) {
        this.properties = properties;
        this.types = types;
        this.json = json;
    }

    @Override
    public void afterSingletonsInstantiated() {
        properties.rules().stream()
                .collect(groupingBy(StatementRule::type))
                .forEach((type, rules) -> types.keepXapiRules(type, json.writeValueAsString(rules)));
    }

    /**
     * Fails if one of these statements may be taken in later.
     *
     * @param unmapped statements of learners that no rule of this instance fits
     */
    void requireLeftOutForGood(List<Statement> unmapped) {
        if (unmapped.isEmpty()) {
            return;
        }
        var fitting = types.xapiRulesElsewhere().entrySet().stream()
                .filter(each -> unmapped.stream().anyMatch(statement -> fits(each.getValue(), statement)))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!fitting.isEmpty()) {
            throw TypeNotConfigured.of(fitting);
        }
    }

    private boolean fits(String rules, Statement statement) {
        return List.of(json.readValue(rules, StatementRule[].class)).stream().anyMatch(rule -> rule.fits(statement));
    }
}
