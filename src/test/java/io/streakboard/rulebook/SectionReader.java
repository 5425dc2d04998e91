package io.streakboard.rulebook;

import jakarta.validation.Validation;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads, checks and compares documents of one section, as the rulebook does. The members
 * {@code types} and {@code boards} may be there.
 */
public final class SectionReader<R> {

    record OtherType(String code) {}

    record OtherRules(@DefaultValue List<OtherType> types) {}

    private final RuleSection<R> section;
    private final RuleReader reader;

    public SectionReader(RuleSection<R> section) {
        this.section = section;
        var beans = new DefaultListableBeanFactory();
        beans.registerSingleton("types", new OtherSection());
        beans.registerSingleton("section", section);
        reader = new RuleReader(
                beans.getBeanProvider(ResolvableType.forClass(RuleSection.class)),
                Validation.buildDefaultValidatorFactory().getValidator());
    }

    public R read(String json) {
        var document = document(json);
        var rules = reader.read(document);
        if (!document.violations().isEmpty()) {
            throw new AssertionError(document.violations());
        }
        return rules.of(section);
    }

    /** Each with its path and code. */
    public List<String> violations(String json) {
        var document = document(json);
        reader.read(document);
        return document.violations().stream()
                .map(each -> each.path() + " " + each.code())
                .toList();
    }

    /** The properties with violations, as the start names them. */
    public List<String> properties(R configured) {
        return mistakes(configured).stream()
                .map(each -> each.substring(0, each.indexOf(": ")))
                .toList();
    }

    /** Each with its property and message, as the start names them. */
    public List<String> mistakes(R configured) {
        var document = document(written(configured));
        reader.read(document);
        return document.violations().stream()
                .map(each -> document.property(each.path()) + ": " + each.message())
                .toList();
    }

    /** The document of rules. */
    public String written(R rules) {
        var json = JsonMapper.shared().createObjectNode();
        section.write(rules, json);
        return json.toString();
    }

    /** Violations by a change, each with its path and message. */
    public List<String> refusals(String former, String next) {
        var document = document(next);
        section.compare(read(former), read(next), document);
        return document.violations().stream()
                .map(each -> each.path() + " " + each.message())
                .toList();
    }

    /** Each with its path, effect and detail. */
    public List<String> effects(String former, String next) {
        var document = document(next);
        section.compare(read(former), read(next), document);
        return document.effects().stream()
                .map(each -> each.path() + " " + each.effect() + ": " + each.detail())
                .toList();
    }

    private static RuleDocument document(String json) {
        return new RuleDocument((ObjectNode) JsonMapper.shared().readTree(json));
    }

    @Order(0)
    private static final class OtherSection implements RuleSection<OtherRules> {

        private Set<String> boards = Set.of();

        @Override
        public Class<OtherRules> type() {
            return OtherRules.class;
        }

        @Override
        public String prefix() {
            return "streakboard.other";
        }

        @Override
        public OtherRules configured() {
            return new OtherRules(List.of());
        }

        @Override
        public void map(RuleDocument document) {
            boards = document.names("/boards");
            document.mapMembers("/boards", prefix(), Set.of(), boards);
            document.mapNamed("types", "streakboard.other.types", "code", Set.of());
        }

        /** LESSON is the default. */
        @Override
        public void write(OtherRules rules, ObjectNode document) {
            boards.forEach(board -> document.withObject("/boards").putObject(board));
            var types = document.putObject("types");
            types.putObject("LESSON");
            rules.types().forEach(type -> types.putObject(type.code()));
        }
    }
}
