package io.streakboard.rulebook;

import static org.awaitility.Awaitility.await;

import io.streakboard.rulebook.Publisher.Draft;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Publishes versions as the API does, but without the wait until all instances know them: the stored instant is changed
 * afterwards. After each test class, the rules of the properties are in force again.
 */
public class PublishedRules {

    private final Publisher publisher;
    private final Rulebook rulebook;
    private final JdbcClient jdbc;
    private final BusinessTime time;

    PublishedRules(Publisher publisher, Rulebook rulebook, JdbcClient jdbc, BusinessTime time) {
        this.publisher = publisher;
        this.rulebook = rulebook;
        this.jdbc = jdbc;
        this.time = time;
    }

    /** Publishes a merge patch of the rules in force, which is in force when this returns. Returns its number. */
    public long publish(String patch) {
        return publish(patch, time.now());
    }

    /** @param validFrom in the past too, but after the former version; in the future a later publication has to wait */
    public long publish(String patch, Instant validFrom) {
        var rules = publisher.version(rulebook.version()).json();
        var version =
                publish((ObjectNode) MergePatch.apply(rules, JsonMapper.shared().readTree(patch)), validFrom);
        return Objects.requireNonNull(version, "The patch changes no rules").number();
    }

    /** Checks a merge patch of the rules in force: the paths and codes of violations, or of effects. */
    public List<String> check(String patch) {
        var rules = publisher.version(rulebook.version()).json();
        var document = new RuleDocument(
                (ObjectNode) MergePatch.apply(rules, JsonMapper.shared().readTree(patch)));
        publisher.compare(document, rulebook.version());
        var violations = document.violations().stream()
                .map(each -> each.path() + " " + each.code())
                .toList();
        return violations.isEmpty()
                ? document.effects().stream()
                        .map(each -> each.path() + " " + each.effect())
                        .toList()
                : violations;
    }

    /** Puts the rules of the properties in force. */
    public void restore() {
        publish(publisher.version(1).json(), time.now());
    }

    private @Nullable RulebookVersion publish(ObjectNode document, Instant validFrom) {
        await().atMost(Duration.ofMinutes(1)).until(() -> rulebook.pending() == null);
        var version = publisher.publish(
                new Draft(document, publisher.newest().number(), null, "tests", "published by a test"));
        if (version != null) {
            jdbc.sql("UPDATE rulebook_version SET valid_from = ? WHERE number = ?")
                    .params(Utc.column(validFrom), version.number())
                    .update();
            rulebook.refresh();
        }
        return version;
    }

    /** Lets no rules of a test class remain. */
    static class Restored extends AbstractTestExecutionListener {

        @Override
        public void afterTestClass(TestContext test) {
            test.getApplicationContext().getBean(PublishedRules.class).restore();
        }
    }
}
