package io.streakboard.groups;

import io.streakboard.groups.LearnerGroup.Member;
import io.streakboard.groups.LearnerGroup.Role;
import io.streakboard.groups.LearnerGroup.ViewedGroup;
import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.LearnerProfile;
import io.streakboard.leaderboard.rankings.GroupRankings;
import io.streakboard.leaderboard.rankings.GroupRankings.GroupRanking;
import io.streakboard.leaderboard.rankings.RankingQuery;
import io.streakboard.web.Cursor;
import io.streakboard.web.CursorPage;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.Refuses;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Groups for their members, and all groups for services and admins. */
@RestController
@ForAnyCaller
@ConditionalOnBooleanProperty("streakboard.groups.enabled")
class GroupController {

    /**
     * @param key how the service names it; null for learners, and if learners made it
     * @param code with which others join; only for members of a group that learners made
     * @param role of the learner who calls; null for services and admins
     * @param members number of members
     */
    record GroupView(
            long id,
            String name,
            @Nullable String key,
            @Nullable String code,
            @Nullable Role role,
            int members,
            Instant createdAt) {

        static GroupView of(ViewedGroup seen) {
            var group = seen.group();
            boolean inside = seen.role() != null;
            return new GroupView(
                    group.id(),
                    group.name(),
                    inside ? null : group.key(),
                    inside ? group.code() : null,
                    seen.role(),
                    seen.members(),
                    group.createdAt());
        }
    }

    record GroupList(List<GroupView> items, @Nullable String next) {}

    record GroupMember(
            @LearnerKey String member,
            @Nullable String name,
            @Nullable String avatar,
            Role role,
            Instant joinedAt) {}

    /** @param items learners who are not shown to others are missing, but not for services and admins */
    record GroupWithMembers(GroupView group, List<GroupMember> items) {}

    private final GroupTable table;
    private final GroupRankings rankings;
    private final LearnerNames names;
    private final LearnerKeys keys;

    GroupController(GroupTable table, GroupRankings rankings, LearnerNames names, LearnerKeys keys) {
        this.keys = keys;
        this.table = table;
        this.rankings = rankings;
        this.names = names;
    }

    /** The groups that the learner is in. Services and admins get all groups. */
    @GetMapping("/api/groups")
    GroupList groups(
            CurrentCaller caller,
            @Nullable @RequestParam(required = false) String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        long after = cursor == null || cursor.isEmpty()
                ? 0
                : Cursor.read(cursor, 1, fields -> Long.parseLong(fields.getFirst()));
        var found = caller.platform()
                ? table.all(after, limit + 1)
                : table.seenBy(Objects.requireNonNull(caller.learner()), after, limit + 1);
        var page = CursorPage.of(found, limit, last -> Cursor.of(last.group().id()));
        return new GroupList(page.map(GroupView::of), page.next());
    }

    /** A group with its members. Learners get only their own groups, and see only members who are shown to others. */
    @Refuses("not-found")
    @ForAnyCaller(reveals = true)
    @GetMapping("/api/groups/{id}")
    GroupWithMembers group(CurrentCaller caller, @PathVariable long id) {
        var seen = found(caller, id);
        var members = table.members(id);
        var shown = rankings.seen(caller, members.stream().map(Member::learner).toList());
        var profiles = names.profiles(shown);
        keys.load(shown);
        return new GroupWithMembers(
                GroupView.of(seen),
                members.stream()
                        .filter(member -> shown.contains(member.learner()))
                        .map(member -> view(member, profiles.get(member.learner())))
                        .toList());
    }

    private static GroupMember view(Member member, @Nullable LearnerProfile profile) {
        return new GroupMember(
                Long.toString(member.learner()),
                profile == null ? null : profile.name(),
                profile == null ? null : profile.avatar(),
                member.role(),
                member.joinedAt());
    }

    /**
     * The ranking of a group on a board. Ranks in the group, next to the ranks on the whole board; learners who are not
     * shown are left out. With fewer than five who are shown there are bands in place of ranks and scores.
     */
    @Refuses({"not-found", "season-not-found"})
    @GetMapping("/api/groups/{id}/boards/{board}")
    GroupRanking ranking(CurrentCaller caller, @PathVariable long id, @PathVariable String board, RankingQuery query) {
        found(caller, id);
        return rankings.of(caller, table.learners(id), board, query);
    }

    private ViewedGroup found(CurrentCaller caller, long id) {
        return table.seen(id, caller.platform() ? null : caller.learner())
                .filter(seen -> caller.platform() || seen.role() != null)
                .orElseThrow(Friends::unknown);
    }
}
