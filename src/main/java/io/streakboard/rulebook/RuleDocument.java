package io.streakboard.rulebook;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.streakboard.web.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document while it is read: its members as properties, and what was found in it. A section maps its members; then
 * they are bound like properties, and each violation is told by the path of its member.
 */
public final class RuleDocument {

    private static final Pattern MEMBER = Pattern.compile("[a-z][A-Za-z0-9]*");
    /** A language tag with a region or script; without either it looks like any other member. */
    private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8})+");

    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}"); // 07 would be 7 once more

    private static final int MOST_VIOLATIONS = 1_000;
    private static final int MOST_ELEMENTS = 5_000;
    private static final int LONGEST = 2 * 1024 * 1024;

    private final ObjectNode root;
    private ObjectNode whole;
    private final Set<String> mapped = new LinkedHashSet<>();
    private final Map<Class<?>, Mapped> byRules = new HashMap<>();
    private Mapped current = new Mapped();
    private final MemberPaths paths = new MemberPaths();
    private final Set<RuleViolation> violations = new LinkedHashSet<>();
    private final List<RuleEffect> effects = new ArrayList<>();

    /**
     * What a section has mapped.
     *
     * @param elements the elements of lists, each as a property: {@code streakboard.points.types[3]}
     */
    record Mapped(Map<String, Object> properties, List<String> elements) {

        private Mapped() {
            this(new LinkedHashMap<>(), new ArrayList<>());
        }
    }

    RuleDocument(ObjectNode root) {
        this.root = root;
        this.whole = root;
    }

    /** Refuses elements of the same name in properties: in a document, they are members of an object. */
    public static void requireDistinct(String list, String key, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            int first = names.indexOf(names.get(i));
            if (first < i) {
                throw new IllegalArgumentException("%s[%d].%s: %s is the %s of %s[%d] already"
                        .formatted(list, i, key, names.get(i), key, list.substring(list.lastIndexOf('.') + 1), first));
            }
        }
    }

    /** Refuses a document that grows without end, and texts that MySQL would store as other texts. */
    void checkTexts() {
        var text = root.toString();
        if (text.length() > LONGEST) {
            violation("", "size", "must have at most %d characters".formatted(LONGEST));
        }
        if (!Text.isWhole(text)) {
            checkTexts("", root);
        }
    }

    private void checkTexts(String path, JsonNode node) {
        if (node.isString() && !Text.isWhole(node.asString())) {
            violation(path, "malformed", Text.HALF);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            checkTexts(path + "/" + i, node.get(i));
        }
        node.properties().forEach(member -> {
            if (!Text.isWhole(member.getKey())) {
                violation(path, "malformed", "has a member whose name " + Text.HALF);
            }
            checkTexts(path + "/" + escaped(member.getKey()), member.getValue());
        });
    }

    /** A JSON Pointer (RFC 6901) to a member. */
    public static String path(String... members) {
        return Stream.of(members).map(member -> "/" + escaped(member)).collect(joining());
    }

    /** What is mapped from now on are these rules. */
    void begin(Class<?> rules) {
        current = byRules.computeIfAbsent(rules, any -> new Mapped());
    }

    /** Maps an object: its members are the properties below a prefix. */
    public void map(String member, String prefix) {
        mapped.add(member);
        var node = root.path(member);
        if (isObject("/" + member, node)) {
            flatten("/" + member, prefix, node);
            node.properties().stream()
                    .filter(list -> MEMBER.matcher(list.getKey()).matches())
                    .forEach(list -> addElements(below(prefix, list.getKey()), list.getValue()));
        }
    }

    private static String below(String prefix, String member) {
        return prefix + "." + DataObjectPropertyName.toDashedForm(member);
    }

    private void addElements(String property, JsonNode list) {
        for (int i = 0; i < list.size() && list.isArray(); i++) {
            if (list.get(i).isObject()) {
                current.elements().add(property + "[" + i + "]");
            }
        }
    }

    /**
     * Maps some members of an object to the properties below a prefix. It may have no further ones.
     *
     * @param others members that another section maps
     */
    public void mapMembers(String path, String prefix, Set<String> members, Set<String> others) {
        if (path.lastIndexOf('/') == 0) {
            mapped.add(path.substring(1));
        }
        var node = root.at(path);
        if (isObject(path, node)) {
            node.properties().forEach(member -> {
                var below = path + "/" + escaped(member.getKey());
                if (members.contains(member.getKey())) {
                    flatten(below, below(prefix, member.getKey()), member.getValue());
                } else if (!others.contains(member.getKey())) {
                    violation(below, "unknown", "is unknown");
                }
            });
        }
    }

    /**
     * Maps an object whose members have names: they are the elements of a list.
     *
     * @param list the property of the list
     * @param key the property of an element that has its name
     * @param others members of elements that another section maps
     */
    public void mapNamed(String member, String list, String key, Set<String> others) {
        mapNamed(member, list, key, others, Set.of());
    }

    /** @param reserved names that are no elements of the list */
    public void mapNamed(String member, String list, String key, Set<String> others, Set<String> reserved) {
        mapped.add(member);
        var node = root.path(member);
        if (!isObject("/" + member, node)) {
            return;
        }
        paths.put(list, "/" + member);
        if (node.size() > MOST_ELEMENTS) {
            violation("/" + member, "size", "must have at most %d members".formatted(MOST_ELEMENTS));
            return;
        }
        int index = 0;
        for (var element : node.properties()) {
            if (reserved.contains(element.getKey())) {
                continue;
            }
            var path = "/" + member + "/" + escaped(element.getKey());
            var property = list + "[" + index++ + "]";
            current.elements().add(property);
            put(path, property + "." + key, element.getKey());
            if (isObject(path, element.getValue())) {
                var own = ((ObjectNode) element.getValue()).deepCopy();
                others.forEach(own::remove);
                if (own.remove(camelCase(key)) != null) {
                    violation(path + "/" + camelCase(key), "unknown", "is the name of the member itself");
                }
                flatten(path, property, own);
            }
        }
    }

    /** Maps the value at a path to a property. */
    public void mapValue(String path, String property) {
        mapped.add(path.split("/")[1]);
        var node = root.at(path);
        if (!node.isMissingNode()) {
            flatten(path, property, node);
            addElements(property, node);
        }
    }

    /** The members of an object, in order; in a check with the defaults. None if it is missing. */
    public Set<String> names(String path) {
        return whole.at(path) instanceof ObjectNode object ? new LinkedHashSet<>(object.propertyNames()) : Set.of();
    }

    /** The text at a path; empty if there is none. */
    public String text(String path) {
        return root.at(path).asString("");
    }

    public void violation(String path, String code, String message) {
        if (violations.size() < MOST_VIOLATIONS) {
            violations.add(new RuleViolation(path, code, message));
        }
    }

    public void effect(String path, String effect, String detail) {
        effects.add(new RuleEffect(path, effect, detail));
    }

    /** Tells a violation of a property by the path of its member. */
    public void violationOf(String property, String code, String message) {
        violation(paths.path(property), code, message);
    }

    /** @param written the document with its defaults */
    void complete(ObjectNode written) {
        whole = written;
    }

    void checkMapped() {
        root.propertyNames().stream()
                .filter(member -> !mapped.contains(member))
                .forEach(member -> violation("/" + escaped(member), "unknown", "is not one of " + mapped));
    }

    Mapped of(Class<?> rules) {
        return requireNonNull(byRules.get(rules));
    }

    List<RuleViolation> violations() {
        return List.copyOf(violations);
    }

    List<RuleEffect> effects() {
        return effects;
    }

    /** The property of a path, or of the nearest path that holds it. */
    String property(String path) {
        return paths.property(path);
    }

    private boolean isObject(String path, JsonNode node) {
        if (!node.isMissingNode() && !node.isObject()) {
            violation(path, "malformed", "must be an object");
        }
        return node.isObject();
    }

    private void flatten(String path, String property, JsonNode node) {
        paths.put(property, path);
        if (node.isObject()) {
            node.properties().forEach(member -> flatten(path, property, member.getKey(), member.getValue()));
        } else if (node.isArray()) {
            if (node.isEmpty()) {
                put(path, property, List.of()); // or the default would count
            }
            for (int i = 0; i < node.size(); i++) {
                if (node.get(i).isNull()
                        || node.get(i).isContainer() && node.get(i).isEmpty()) {
                    violation(path + "/" + i, "required", "must not be empty"); // it would not be an element
                }
                flatten(path + "/" + i, property + "[" + i + "]", node.get(i));
            }
        } else {
            put(path, property, value(node));
        }
    }

    private void flatten(String path, String property, String member, JsonNode node) {
        var below = path + "/" + escaped(member);
        if (NUMBER.matcher(member).matches() || LANGUAGE.matcher(member).matches()) {
            flatten(below, property + "[" + member + "]", node);
        } else if (MEMBER.matcher(member).matches()) {
            flatten(below, property + "." + DataObjectPropertyName.toDashedForm(member), node);
        } else {
            violation(below, "unknown", "is unknown");
        }
    }

    private void put(String path, String property, @Nullable Object value) {
        paths.put(property, path);
        if (value != null) {
            current.properties().put(property, value);
        }
    }

    private static @Nullable Object value(JsonNode node) {
        if (node.isNull()) {
            return null;
        }
        return node.isBoolean() ? (Object) node.booleanValue() : node.isNumber() ? node.numberValue() : node.asString();
    }

    public static String camelCase(String property) {
        return MemberPaths.camelCase(property);
    }

    private static String escaped(String member) {
        return member.replace("~", "~0").replace("/", "~1");
    }
}
