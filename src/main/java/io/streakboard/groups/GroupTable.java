package io.streakboard.groups;

import io.streakboard.groups.LearnerGroup.Member;
import io.streakboard.groups.LearnerGroup.Role;
import io.streakboard.groups.LearnerGroup.ViewedGroup;
import io.streakboard.identity.LearnerFacts;
import io.streakboard.identity.PersonalData;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/**
 * The tables {@code learner_group} and {@code learner_group_member}. Take part in exports even while groups are
 * off.
 */
@Component
class GroupTable implements PersonalData, LearnerFacts {

    private static final String SEEN = """
            SELECT g.*, m.role,
                   (SELECT COUNT(*) FROM learner_group_member c WHERE c.group_id = g.id) AS members
              FROM learner_group g\s""";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    GroupTable(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /** Locks the group and its members until the transaction ends. */
    Optional<LearnerGroup> locked(long id) {
        return locked("id", id);
    }

    Optional<LearnerGroup> lockedByKey(String key) {
        return locked("service_key", key);
    }

    Optional<LearnerGroup> lockedByCode(String code) {
        return locked("code", code);
    }

    private Optional<LearnerGroup> locked(String column, Object value) {
        return jdbc.sql("SELECT * FROM learner_group WHERE " + column + " = ? FOR UPDATE")
                .param(value)
                .query(GroupTable::group)
                .optional();
    }

    /** @throws org.springframework.dao.DuplicateKeyException if another transaction has added the key or the code */
    LearnerGroup add(String name, @Nullable String key, @Nullable String code, Instant now) {
        var id = new GeneratedKeyHolder();
        jdbc.sql("INSERT INTO learner_group (name, service_key, code, created_at) VALUES (?, ?, ?, ?)")
                .param(name)
                .param(key)
                .param(code)
                .param(Utc.column(now))
                .update(id, "id");
        return new LearnerGroup(Objects.requireNonNull(id.getKey()).longValue(), name, key, code, now);
    }

    void update(long group, String name, @Nullable String code) {
        jdbc.sql("UPDATE learner_group SET name = ?, code = ? WHERE id = ?")
                .param(name)
                .param(code)
                .param(group)
                .update();
    }

    void remove(long group) {
        jdbc.sql("DELETE FROM learner_group WHERE id = ?").param(group).update();
    }

    /** The longest-standing first. */
    List<Member> members(long group) {
        return jdbc.sql("SELECT * FROM learner_group_member WHERE group_id = ? ORDER BY joined_at, user_id")
                .param(group)
                .query((row, number) -> new Member(
                        row.getLong("user_id"), Role.valueOf(row.getString("role")), Utc.instant(row, "joined_at")))
                .list();
    }

    /** Only the ids of the members, read from the key. */
    List<Long> learners(long group) {
        return jdbc.sql("SELECT user_id FROM learner_group_member WHERE group_id = ?")
                .param(group)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** Members by group. */
    Map<Long, List<Long>> learners(Collection<Long> groups) {
        var learners = new HashMap<Long, List<Long>>();
        if (!groups.isEmpty()) {
            jdbc.sql("SELECT group_id, user_id FROM learner_group_member WHERE group_id IN (:groups)")
                    .param("groups", groups)
                    .query(row -> {
                        learners.computeIfAbsent(row.getLong(1), group -> new ArrayList<>())
                                .add(row.getLong(2));
                    });
        }
        return learners;
    }

    void addMembers(long group, SortedSet<Long> learners, Role role, Instant now) {
        batches.batchUpdate(
                "INSERT INTO learner_group_member (group_id, user_id, role, joined_at) VALUES (?, ?, ?, ?)",
                learners,
                Math.max(1, learners.size()),
                (statement, learner) -> {
                    statement.setLong(1, group);
                    statement.setLong(2, learner);
                    statement.setString(3, role.name());
                    statement.setObject(4, Utc.column(now));
                });
    }

    void removeMembers(long group, Collection<Long> learners) {
        if (!learners.isEmpty()) {
            jdbc.sql("DELETE FROM learner_group_member WHERE group_id = :group AND user_id IN (:learners)")
                    .param("group", group)
                    .param("learners", learners)
                    .update();
        }
    }

    /** Makes all other learners plain members. Correct rows stay unchanged. */
    void setOwners(long group, Set<Long> owners) {
        jdbc.sql("""
                        UPDATE learner_group_member SET role = CASE WHEN user_id IN (:owners) THEN 'OWNER' ELSE 'MEMBER' END
                         WHERE group_id = :group
                        """)
                .param("group", group)
                .param("owners", owners.isEmpty() ? Set.of(0L) : owners)
                .update();
    }

    void promote(long group, long learner) {
        jdbc.sql("UPDATE learner_group_member SET role = 'OWNER' WHERE group_id = ? AND user_id = ?")
                .params(group, learner)
                .update();
    }

    /** Blocks the learner from joining and leaving other groups until the transaction ends. */
    List<Long> lockedGroupsOf(long learner) {
        return jdbc.sql("SELECT group_id FROM learner_group_member WHERE user_id = ? ORDER BY group_id FOR UPDATE")
                .param(learner)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    Optional<ViewedGroup> seen(long group, @Nullable Long learner) {
        return jdbc.sql(SEEN + "LEFT JOIN learner_group_member m ON m.group_id = g.id AND m.user_id = ? WHERE g.id = ?")
                .param(learner)
                .param(group)
                .query(GroupTable::seen)
                .optional();
    }

    /** A learner's groups, by id. */
    List<ViewedGroup> seenBy(long learner, long after, int limit) {
        return jdbc.sql(SEEN + """
                        JOIN learner_group_member m ON m.group_id = g.id
                         WHERE m.user_id = ? AND m.group_id > ? ORDER BY m.group_id LIMIT ?
                        """)
                .params(learner, after, limit)
                .query(GroupTable::seen)
                .list();
    }

    /** All groups, by id. */
    List<ViewedGroup> all(long after, int limit) {
        return jdbc.sql(SEEN + "LEFT JOIN learner_group_member m ON FALSE WHERE g.id > ? ORDER BY g.id LIMIT ?")
                .params(after, limit)
                .query(GroupTable::seen)
                .list();
    }

    @Override
    public String section() {
        return "groups";
    }

    /** Without the code: it is the group's, not the learner's. */
    @Override
    public Object of(long learner) {
        return jdbc.sql("""
                        SELECT g.id, g.name, m.role, m.joined_at
                          FROM learner_group_member m JOIN learner_group g ON g.id = m.group_id
                         WHERE m.user_id = ? ORDER BY g.id
                        """)
                .param(learner)
                .query((row, number) -> Map.of(
                        "id",
                        row.getLong("id"),
                        "name",
                        row.getString("name"),
                        "role",
                        Role.valueOf(row.getString("role")),
                        "joinedAt",
                        Utc.instant(row, "joined_at")))
                .list();
    }

    private static ViewedGroup seen(ResultSet row, int number) throws SQLException {
        var role = row.getString("role");
        return new ViewedGroup(group(row, number), role == null ? null : Role.valueOf(role), row.getInt("members"));
    }

    private static LearnerGroup group(ResultSet row, int number) throws SQLException {
        return new LearnerGroup(
                row.getLong("id"),
                row.getString("name"),
                row.getString("service_key"),
                row.getString("code"),
                Utc.instant(row, "created_at"));
    }
}
