package io.streakboard.xapi;

import io.streakboard.rulebook.RuleDocument;
import io.streakboard.rulebook.RuleSection;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.xapi.XapiRules.Count;
import java.util.Locale;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The member {@code xapi} of the rulebook. */
@Component
class XapiSection implements RuleSection<XapiRules> {

    private static final String MEMBER = "xapi";

    private final XapiRules configured;
    private final Rulebook rulebook;

    XapiSection(XapiRules configured, Rulebook rulebook) {
        this.configured = configured;
        this.rulebook = rulebook;
    }

    XapiRules current() {
        return rulebook.current(this);
    }

    void refresh() {
        rulebook.refreshIfStale();
    }

    @Override
    public Class<XapiRules> type() {
        return XapiRules.class;
    }

    @Override
    public String prefix() {
        return "streakboard.xapi";
    }

    @Override
    public XapiRules configured() {
        return configured;
    }

    @Override
    public void map(RuleDocument document) {
        document.map(MEMBER, prefix());
    }

    @Override
    public void write(XapiRules rules, ObjectNode document) {
        var xapi = document.putObject(MEMBER);
        var accounts = xapi.putArray("accounts");
        for (var account : rules.accounts()) {
            accounts.addObject()
                    .put("homePage", account.homePage())
                    .put("name", account.name().text());
        }
        var mailboxes = xapi.putArray("mailboxes");
        rules.mailboxes().forEach(mailbox -> mailboxes.add(mailbox.text()));
        var written = xapi.putArray("rules");
        for (var rule : rules.rules()) {
            var node = written.addObject().put("verb", rule.verb());
            if (rule.activityType() != null) {
                node.put("activityType", rule.activityType());
            }
            if (rule.activity() != null) {
                node.put("activity", rule.activity());
            }
            node.put("type", rule.type());
            if (rule.count() != Count.ACTIVITY) {
                node.put("count", rule.count().name().toLowerCase(Locale.ROOT));
            }
        }
    }

    @Override
    public void check(XapiRules rules, RuleDocument document) {
        var types = document.names("/types");
        for (int i = 0; i < rules.rules().size(); i++) {
            var type = rules.rules().get(i).type();
            if (!types.contains(type)) {
                document.violation(
                        "/xapi/rules/" + i + "/type", "unknown-type", "'%s' must be one of %s".formatted(type, types));
            }
        }
        if (!rules.rules().isEmpty()
                && rules.accounts().isEmpty()
                && rules.mailboxes().isEmpty()) {
            document.violation(
                    "/xapi/rules", "no-learners", "no actor would be a learner without accounts or mailboxes");
        }
    }

    @Override
    public void compare(XapiRules former, XapiRules next, RuleDocument document) {
        if (!former.rules().equals(next.rules())) {
            document.effect(
                    "/xapi/rules",
                    "maps",
                    next.rules().isEmpty()
                            ? "%d → 0 rules; statements are refused with 404"
                                    .formatted(former.rules().size())
                            : "%d → %d rules; statements that come from then on are mapped by them"
                                    .formatted(
                                            former.rules().size(), next.rules().size()));
        }
        if (!former.accounts().equals(next.accounts()) || !former.mailboxes().equals(next.mailboxes())) {
            document.effect(
                    "/xapi",
                    "identifies",
                    "actors of statements that come from then on are learners by other patterns");
        }
    }
}
