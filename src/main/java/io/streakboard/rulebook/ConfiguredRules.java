package io.streakboard.rulebook;

import io.streakboard.rulebook.Publisher.Draft;
import io.streakboard.rulebook.RulebookProperties.Source;
import io.streakboard.start.ConfigurationCheck;
import io.streakboard.start.StartRefused;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The rules in the properties of this instance, and their way into the rulebook. */
@Component
class ConfiguredRules implements ConfigurationCheck {

    private static final Logger log = LoggerFactory.getLogger(ConfiguredRules.class);
    private static final String ACTION = "Change these properties; docs/rules.md says what they mean.";

    private final RulebookProperties properties;
    private final RulebookVersions versions;
    private final RuleReader reader;
    private final Publisher publisher;

    ConfiguredRules(RulebookProperties properties, RulebookVersions versions, RuleReader reader, Publisher publisher) {
        this.properties = properties;
        this.versions = versions;
        this.reader = reader;
        this.publisher = publisher;
    }

    boolean areTheSource() {
        return properties.source() == Source.CONFIGURATION;
    }

    /**
     * Makes the first version. Later, rules that differ from the newest version make another one, unless an earlier
     * version had them: then this instance has an old configuration, and follows.
     *
     * @throws StartRefused if they have violations
     */
    void publish() {
        var rules = written();
        if (versions.count() == 0) {
            refuseViolations(rules, reader::read);
            addFirst(rules);
        }
        var digest = RulebookVersion.digest(rules);
        var newest = publisher.newest();
        if (newest.hasDigest(digest)) {
            return;
        }
        if (!areTheSource()) {
            log.info("The rulebook is edited in the database: the properties of rules are ignored");
        } else if (versions.existsByDigest(digest)) {
            log.warn(
                    "The properties have the rules of an earlier version; this instance follows version {}. To go back, restore that version",
                    newest.number());
        } else {
            refuseViolations(rules, document -> publisher.compare(document, newest.number()));
            publish(rules);
        }
    }

    @Override
    public void check() {
        refuseViolations(written(), reader::read);
    }

    private ObjectNode written() {
        var rules = JsonMapper.shared().createObjectNode();
        reader.sections().forEach(section -> write(section, rules));
        return rules;
    }

    private void addFirst(ObjectNode rules) {
        try {
            publisher.first(rules);
        } catch (DataIntegrityViolationException another) {
            log.debug("Another instance has made the first version", another);
        }
    }

    private void publish(ObjectNode rules) {
        var version = publisher.publish(new Draft(rules, null, null, null, null));
        if (version != null) {
            log.info(
                    "Version {} of the rulebook, from the properties, is valid from {}",
                    version.number(),
                    version.validFrom());
        }
    }

    private static <R> void write(RuleSection<R> section, ObjectNode document) {
        section.write(section.configured(), document);
    }

    private void refuseViolations(ObjectNode rules, Consumer<RuleDocument> check) {
        var document = new RuleDocument(rules);
        check.accept(document);
        StartRefused.ifAny(
                document.violations().stream()
                        .map(each -> document.property(each.path()) + ": " + each.message())
                        .toList(),
                ACTION);
    }
}
