package io.streakboard.groups;

import static java.util.stream.Collectors.joining;

import io.streakboard.groups.LearnerGroup.Role;
import io.streakboard.groups.LearnerGroup.ViewedGroup;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Groups that learners make and join. Limits hold under the locks of the group and of the learner's own groups. */
@Component
class Friends {

    /** Without letters that look like digits. */
    private static final String LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

    private static final int CODE_LENGTH = 16;
    private static final int MAX_MEMBERS = 50;
    private static final int MAX_OWNED = 10;
    private static final int MAX_JOINED = 50;

    private final SecureRandom random = new SecureRandom();
    private final GroupChanges changes;
    private final GroupTable table;
    private final BusinessTime time;

    Friends(GroupChanges changes, GroupTable table, BusinessTime time) {
        this.changes = changes;
        this.table = table;
        this.time = time;
    }

    /** Makes a group that a learner owns, unless the learner owns one of this name. Returns the group. */
    long make(long learner, String name) {
        return changes.changedWithGapLocks(() -> {
            var all = ofLearners(learner);
            var own = all.stream()
                    .filter(seen -> seen.role() == Role.OWNER)
                    .map(ViewedGroup::group)
                    .toList();
            var same = own.stream().filter(group -> group.name().equals(name)).findFirst();
            if (same.isPresent()) {
                return same.get().id();
            }
            if (own.size() >= MAX_OWNED) {
                throw notAllowed("owns-too-many", "You already own the maximum number of groups", MAX_OWNED);
            }
            checkRoom(all);
            return enter(table.add(name, null, code(), time.now()), learner, Role.OWNER);
        });
    }

    /** Joins a group, unless the learner is in it. Returns the group. */
    long join(long learner, String code) {
        return changes.changed(() -> {
            var own = ofLearners(learner);
            var group = table.lockedByCode(code).orElseThrow(Friends::unknown);
            if (own.stream().anyMatch(seen -> seen.group().id() == group.id())) {
                return group.id();
            }
            checkRoom(own);
            if (table.members(group.id()).size() >= MAX_MEMBERS) {
                throw notAllowed("full", "The group is full", MAX_MEMBERS);
            }
            return enter(group, learner, Role.MEMBER);
        });
    }

    /**
     * The groups of a learner that learners made. Blocks other changes of the learner's groups until the transaction
     * ends.
     */
    private List<ViewedGroup> ofLearners(long learner) {
        table.lockedGroupsOf(learner);
        return table.seenBy(learner, 0, Integer.MAX_VALUE).stream()
                .filter(seen -> seen.group().isMadeByLearners())
                .toList();
    }

    private static void checkRoom(List<ViewedGroup> groups) {
        if (groups.size() >= MAX_JOINED) {
            throw notAllowed("too-many", "You are already in the maximum number of groups", MAX_JOINED);
        }
    }

    private long enter(LearnerGroup group, long learner, Role role) {
        changes.enter(group, learner, role);
        return group.id();
    }

    /** Leaves a group that learners made. Without being in it, nothing changes. */
    void leave(long learner, long id) {
        changes.changed(() -> {
            var group = table.locked(id);
            if (roleIn(id, learner) != null) {
                takeOut(
                        group.filter(LearnerGroup::isMadeByLearners)
                                .orElseThrow(() ->
                                        notAllowed("kept-by-service", "A service says who is in this group", null)),
                        learner);
            }
            return id;
        });
    }

    /** The group gets another code, because the learner knows the old one and could join again. */
    private void takeOut(LearnerGroup group, long learner) {
        changes.takeOut(group, learner);
        table.update(group.id(), group.name(), code());
    }

    /** Gives a group another code. */
    void renew(long learner, long id) {
        changes.changed(() -> {
            var group = owned(learner, id);
            table.update(group.id(), group.name(), code());
            return id;
        });
    }

    /** Takes a member out. */
    void remove(long learner, long id, long member) {
        changes.changed(() -> {
            var group = owned(learner, id);
            if (roleIn(id, member) != null) {
                takeOut(group, member);
            }
            return id;
        });
    }

    /** Owners of a class may do only what its service allows. */
    private LearnerGroup owned(long learner, long id) {
        var group = table.locked(id).filter(any -> roleIn(id, learner) != null).orElseThrow(Friends::unknown);
        if (!group.isMadeByLearners() || roleIn(id, learner) != Role.OWNER) {
            throw notAllowed("not-owner", "Only the learner who owns the group may do this", null);
        }
        return group;
    }

    private @Nullable Role roleIn(long group, long learner) {
        return table.seen(group, learner).map(ViewedGroup::role).orElse(null);
    }

    private static Problem notAllowed(String code, String detail, @Nullable Integer most) {
        return Problem.of(HttpStatus.CONFLICT, "group-not-allowed", most == null ? detail : detail + ": " + most)
                .coded(code, most == null ? Map.of() : Map.of("most", most));
    }

    static Problem unknown() {
        return Problem.notFound("There is no such group, or you are not in it");
    }

    /** 80 bits of entropy. */
    private String code() {
        return random.ints(CODE_LENGTH, 0, LETTERS.length())
                .mapToObj(i -> String.valueOf(LETTERS.charAt(i)))
                .collect(joining());
    }
}
