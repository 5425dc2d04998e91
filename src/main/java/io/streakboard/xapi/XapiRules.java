package io.streakboard.xapi;

import io.streakboard.xapi.Statement.ActorAccount;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.ConstructorBinding;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How statements become activities.
 *
 * @param rules the statements that are worth points; the first rule that fits decides; without rules the routes answer
 *     404
 * @param accounts patterns of accounts that name learners
 * @param mailboxes patterns of addresses that name learners, such as {@code student-{learner}@example.org}
 */
@Validated
@ConfigurationProperties("streakboard.xapi")
record XapiRules(
        @DefaultValue List<@Valid StatementRule> rules,
        @DefaultValue List<@Valid AccountRule> accounts,
        @DefaultValue List<LearnerPattern> mailboxes) {

    /** How often a learner is paid for the activities of a rule. */
    enum Count {
        /** Once a season for each activity. */
        ACTIVITY,
        /** Once a day for each activity. */
        DAY,
        /** For each statement. */
        STATEMENT
    }

    /**
     * @param verb the id of the verb
     * @param activityType the type in the activity's definition; absent: any
     * @param activity the beginning of the activity's id; absent: any
     * @param type the points type
     * @param count how often a learner is paid for an activity; a sign-in counts once a day
     */
    record StatementRule(
            @NotBlank String verb,
            @Nullable String activityType,
            @Nullable String activity,
            @NotBlank String type,
            @DefaultValue("activity") Count count) {

        @ConstructorBinding
        StatementRule {}

        StatementRule(String verb, @Nullable String activityType, @Nullable String activity, String type) {
            this(verb, activityType, activity, type, Count.ACTIVITY);
        }

        boolean fits(Statement statement) {
            var object = statement.object();
            return object.isActivity()
                    && verb.equals(statement.verb().id())
                    && (activityType == null || activityType.equals(object.type()))
                    && (activity == null || String.valueOf(object.id()).startsWith(activity));
        }
    }

    /**
     * @param homePage as in the statements; scheme and host may differ in capital letters
     * @param name the pattern of the account's name, with the learner's key
     */
    record AccountRule(
            @NotBlank String homePage,
            @NotNull @DefaultValue("{learner}") LearnerPattern name) {

        Optional<String> key(ActorAccount account) {
            return Identifiers.homePage(homePage).equals(Identifiers.homePage(account.homePage()))
                    ? name.key(account.name())
                    : Optional.empty();
        }
    }

    XapiRules {
        rules = List.copyOf(rules);
        accounts = List.copyOf(accounts);
        mailboxes = mailboxes.stream().map(LearnerPattern::ofMailboxes).toList();
    }
}
