package io.streakboard.xapi;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.time.BusinessTime;
import io.streakboard.xapi.Statement.Actor;
import io.streakboard.xapi.XapiProperties.StatementRule;
import java.util.Optional;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

/** Maps statements to activities by configuration. */
@Component
class StatementMapping {

    /**
     * @param byStatement the activity if each statement counted; the same if each does
     */
    record Mapped(Activity activity, Activity byStatement) {}

    private final XapiProperties properties;
    private final LearnerKeys keys;
    private final BusinessTime time;

    StatementMapping(XapiProperties properties, Activities activities, LearnerKeys keys, BusinessTime time) {
        this.keys = keys;
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
    Optional<Mapped> activity(Statement statement) {
        return learner(statement.actor())
                .flatMap(learner -> rule(statement).map(rule -> mapped(statement, learner, rule)));
    }

    boolean isOfLearner(Statement statement) {
        return learner(statement.actor()).isPresent();
    }

    boolean isOfRule(Statement statement) {
        return rule(statement).isPresent();
    }

    private Optional<StatementRule> rule(Statement statement) {
        return properties.rules().stream().filter(rule -> rule.fits(statement)).findFirst();
    }

    private Mapped mapped(Statement statement, long learner, StatementRule rule) {
        var occurredAt = statement.timestamp() == null ? time.now() : statement.timestamp();
        var day = time.dayOf(occurredAt).toString();
        if (rule.type().equals(Activity.SIGN_IN)) {
            var signIn = new Activity(learner, rule.type(), day, occurredAt);
            return new Mapped(signIn, signIn);
        }
        var sourceId = switch (rule.count()) {
            case ACTIVITY -> statement.activityKey();
            case DAY -> day + " " + statement.activityKey();
            case STATEMENT -> statement.key();
        };
        return new Mapped(
                new Activity(learner, rule.type(), sourceId, occurredAt),
                new Activity(learner, rule.type(), statement.key(), occurredAt));
    }

    private Optional<Long> learner(Actor actor) {
        if (!actor.isAgent()) {
            return Optional.empty();
        }
        var account = actor.account();
        if (account != null) {
            return properties.accounts().stream()
                    .flatMap(rule -> rule.key(account).map(keys::idOrTaken).stream())
                    .findFirst();
        }
        return Optional.ofNullable(actor.mbox())
                .flatMap(Identifiers::address)
                .flatMap(address -> properties.mailboxes().stream()
                        .flatMap(rule -> rule.key(address).map(keys::idOrTaken).stream())
                        .findFirst());
    }
}
