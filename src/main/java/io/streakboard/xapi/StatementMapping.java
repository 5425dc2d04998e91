package io.streakboard.xapi;

import io.streakboard.activities.Activity;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.time.BusinessTime;
import io.streakboard.xapi.Statement.Actor;
import io.streakboard.xapi.XapiRules.StatementRule;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Maps statements to activities by the current rules. */
@Component
class StatementMapping {

    /**
     * @param byStatement the activity if each statement counted; the same if each does
     */
    record Mapped(Activity activity, Activity byStatement) {}

    private final XapiSection section;
    private final LearnerKeys keys;
    private final BusinessTime time;

    StatementMapping(XapiSection section, LearnerKeys keys, BusinessTime time) {
        this.section = section;
        this.keys = keys;
        this.time = time;
    }

    boolean isEmpty() {
        return section.current().rules().isEmpty();
    }

    /** Learns of new rules before statements are taken in. */
    void refresh() {
        section.refresh();
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
        return section.current().rules().stream()
                .filter(rule -> rule.fits(statement))
                .findFirst();
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
        var title = statement.object().title();
        return new Mapped(
                new Activity(learner, rule.type(), sourceId, occurredAt, title),
                new Activity(learner, rule.type(), statement.key(), occurredAt, title));
    }

    private Optional<Long> learner(Actor actor) {
        if (!actor.isAgent()) {
            return Optional.empty();
        }
        var account = actor.account();
        if (account != null) {
            return section.current().accounts().stream()
                    .flatMap(rule -> rule.key(account).map(keys::idOrTaken).stream())
                    .findFirst();
        }
        return Optional.ofNullable(actor.mbox())
                .flatMap(Identifiers::address)
                .flatMap(address -> section.current().mailboxes().stream()
                        .flatMap(rule -> rule.key(address).map(keys::idOrTaken).stream())
                        .findFirst());
    }
}
