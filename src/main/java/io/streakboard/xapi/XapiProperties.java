package io.streakboard.xapi;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param rules the statements that are worth points; the first rule that fits decides; without rules the routes answer
 *     404
 * @param accounts patterns of accounts that name learners
 * @param mailboxes patterns of addresses that name learners, such as {@code student-{learner}@example.org}
 */
@Validated
@ConfigurationProperties("streakboard.xapi")
record XapiProperties(
        @DefaultValue List<@Valid StatementRule> rules,
        @DefaultValue List<@Valid AccountRule> accounts,
        @DefaultValue List<LearnerPattern> mailboxes) {

    /**
     * @param verb the id of the verb
     * @param activityType the type in the activity's definition; absent: any
     * @param activity the beginning of the activity's id; absent: any
     * @param type the points type
     */
    record StatementRule(
            @NotBlank String verb,
            @Nullable String activityType,
            @Nullable String activity,
            @NotBlank String type) {

        boolean fits(Statement statement) {
            var object = statement.object();
            return verb.equals(statement.verb().id())
                    && (activityType == null || activityType.equals(object.type()))
                    && (activity == null || String.valueOf(object.id()).startsWith(activity));
        }
    }

    /**
     * @param homePage exactly as in the statements
     * @param name the pattern of the account's name, with the learner's id
     */
    record AccountRule(
            @NotBlank String homePage,
            @NotNull @DefaultValue("{learner}") LearnerPattern name) {}

    XapiProperties {
        rules = List.copyOf(rules);
        accounts = List.copyOf(accounts);
        mailboxes = List.copyOf(mailboxes);
        if (!rules.isEmpty() && accounts.isEmpty() && mailboxes.isEmpty()) {
            throw new IllegalArgumentException("streakboard.xapi.rules: no actor would be a learner without"
                    + " streakboard.xapi.accounts or streakboard.xapi.mailboxes");
        }
    }
}
