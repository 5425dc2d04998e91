package io.streakboard.rulebook;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON Merge Patch, <a href="https://www.rfc-editor.org/rfc/rfc7396#section-2">RFC 7396, section 2</a>. */
final class MergePatch {

    private MergePatch() {}

    /** Returns the patched target. Changes neither argument. New members come last. */
    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch.deepCopy();
        }
        var patched = target instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        patch.properties().forEach(member -> {
            if (member.getValue().isNull()) {
                patched.remove(member.getKey());
            } else {
                patched.set(member.getKey(), apply(patched.path(member.getKey()), member.getValue()));
            }
        });
        return patched;
    }
}
