package io.streakboard.groups;

import io.streakboard.groups.LearnerGroup.Role;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates, edits and fills groups. Each change locks the group's row before its members, so changes of a group come one
 * after the other.
 */
@Component
class GroupChanges {

    /**
     * The result of filling a group.
     *
     * @param group null without members: the group was removed
     * @param deleted learners of the roster who have been deleted, and are not in the group
     */
    record Filled(@Nullable Long group, Roster roster, Set<Long> deleted) {}

    private final GroupTable table;
    private final DeletedLearners deleted;
    private final RetriedTransactions transactions;
    private final RetriedTransactions locksGaps;
    private final BusinessTime time;

    GroupChanges(GroupTable table, DeletedLearners deleted, TransactionTemplate transactions, BusinessTime time) {
        this.table = table;
        this.deleted = deleted;
        this.transactions = new RetriedTransactions(transactions);
        var template =
                new TransactionTemplate(Objects.requireNonNull(transactions.getTransactionManager()), transactions);
        template.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.locksGaps = new RetriedTransactions(template);
        this.time = time;
    }

    /** A change as one transaction, retried on a lock conflict. */
    <T> T changed(Supplier<T> work) {
        return transactions.execute(work);
    }

    /** The same, with gap locks: no other transaction adds rows that a locking read did not find. */
    <T> T changedWithGapLocks(Supplier<T> work) {
        return locksGaps.execute(work);
    }

    /**
     * Makes a service's group, or replaces its name and members. Repeating it changes nothing.
     *
     * @param owners owner ids, among the learners
     */
    Filled fill(String key, String name, Set<Long> learners, Set<Long> owners) {
        return changed(() -> {
            var gone = deleted.deletedUnlessTaken(learners);
            var wanted = new HashSet<>(learners);
            wanted.removeAll(gone);
            var found = table.lockedByKey(key).orElse(null);
            if (found == null && wanted.isEmpty()) {
                return new Filled(null, Roster.between(List.of(), wanted), gone);
            }
            var group = found == null ? table.add(name, key, null, time.now()) : found;
            if (!group.name().equals(name)) {
                table.update(group.id(), name, null);
            }
            var roster = Roster.between(table.learners(group.id()), wanted);
            table.removeMembers(group.id(), roster.went());
            table.addMembers(group.id(), roster.came(), Role.MEMBER, time.now());
            table.setOwners(group.id(), owners);
            if (wanted.isEmpty()) {
                table.remove(group.id());
            }
            return new Filled(wanted.isEmpty() ? null : group.id(), roster, gone);
        });
    }

    /** Adds a learner to a group, within the caller's transaction. */
    void enter(LearnerGroup group, long learner, Role role) {
        deleted.requireAccepted(learner);
        table.addMembers(group.id(), new TreeSet<>(Set.of(learner)), role, time.now());
    }

    /** Takes a deleted learner out of all groups, also while groups are off. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(LearnerDeleted event) {
        for (long group : changed(() -> table.lockedGroupsOf(event.learner()))) {
            changed(() -> {
                table.locked(group).ifPresent(found -> takeOut(found, event.learner()));
                return group;
            });
        }
    }

    /** The last one out ends the group. Where learners made it, the longest-standing member follows the owner. */
    void takeOut(LearnerGroup group, long learner) {
        table.removeMembers(group.id(), List.of(learner));
        var left = table.members(group.id());
        if (left.isEmpty()) {
            table.remove(group.id());
        } else if (group.isMadeByLearners() && left.stream().noneMatch(member -> member.role() == Role.OWNER)) {
            table.promote(group.id(), left.getFirst().learner());
        }
    }
}
