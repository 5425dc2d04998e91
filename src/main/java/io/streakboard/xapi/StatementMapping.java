package io.streakboard.xapi;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.time.BusinessTime;
import io.streakboard.xapi.Statement.Actor;
import io.streakboard.xapi.XapiProperties.StatementRule;
import java.util.Optional;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

/** Maps statements to activities by configuration. */
@Component
class StatementMapping {

    private static final String MAILTO = "mailto:";

    private final XapiProperties properties;
    private final BusinessTime time;

    StatementMapping(XapiProperties properties, Activities activities, BusinessTime time) {
        this.properties = properties;
        this.time = time;
        for (int i = 0; i < properties.rules().size(); i++) {
            var type = properties.rules().get(i).type();
            if (!activities.types().contains(type)) {
                throw new InvalidConfigurationPropertyValueException(
                        "streakboard.xapi.rules[" + i + "].type",
                        type,
                        "streakboard.points.types has " + String.join(", ", activities.types()));
            }
        }
    }

    boolean isEmpty() {
        return properties.rules().isEmpty();
    }

    /** Empty if no rule fits or the actor is not a learner. */
    Optional<Activity> activity(Statement statement) {
        return learner(statement.actor())
                .flatMap(learner -> rule(statement).map(rule -> activity(statement, learner, rule.type())));
    }

    private Optional<StatementRule> rule(Statement statement) {
        return statement.object().isActivity()
                ? properties.rules().stream()
                        .filter(rule -> rule.fits(statement))
                        .findFirst()
                : Optional.empty();
    }

    private Activity activity(Statement statement, long learner, String type) {
        var occurredAt = statement.timestamp() == null ? time.now() : statement.timestamp();
        var sourceId = type.equals(Activity.SIGN_IN) ? time.dayOf(occurredAt).toString() : statement.key();
        return new Activity(learner, type, sourceId, occurredAt);
    }

    private Optional<Long> learner(Actor actor) {
        if (!actor.isAgent()) {
            return Optional.empty();
        }
        var account = actor.account();
        var mbox = actor.mbox();
        if (account != null) {
            return properties.accounts().stream()
                    .filter(rule -> rule.homePage().equals(account.homePage()))
                    .flatMap(rule -> rule.name().learner(account.name()).stream())
                    .findFirst();
        }
        return mbox != null && mbox.startsWith(MAILTO)
                ? properties.mailboxes().stream()
                        .flatMap(rule -> rule.learner(mbox.substring(MAILTO.length())).stream())
                        .findFirst()
                : Optional.empty();
    }
}
