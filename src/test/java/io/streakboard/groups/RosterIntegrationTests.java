package io.streakboard.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class RosterIntegrationTests {

    private final long ada = Learners.next();
    private final long ben = Learners.next();
    private final long cleo = Learners.next();
    private final String key = "class-" + ada;
    private final Api api;
    private final GroupChanges changes;
    private final JdbcClient jdbc;

    RosterIntegrationTests(Api api, GroupChanges changes, JdbcClient jdbc) {
        this.api = api;
        this.changes = changes;
        this.jdbc = jdbc;
    }

    @Test
    void aRosterReplacesTheLastOne() {
        var first = fill("7b", ada, ben).has(200);
        assertThat(texts(first, "came")).containsExactly(text(ada), text(ben));

        var second = fill("Class 7b", ben, cleo).has(200);

        assertThat(second.at("/id")).isEqualTo(first.at("/id"));
        assertThat(texts(second, "came")).containsExactly(text(cleo));
        assertThat(texts(second, "went")).containsExactly(text(ada));
        var group = group(api.service(), first).has(200);
        assertThat(group.each("items", "member")).containsExactlyInAnyOrder(text(ben), text(cleo));
        assertThat(group.at("/group/name").asString()).isEqualTo("Class 7b");
        assertThat(group.at("/group/key").asString()).isEqualTo(key);
        assertThat(group.at("/group/members").asInt()).isEqualTo(2);
    }

    @Test
    void aRosterSaysWhoOwnsTheGroup() {
        var filled = owned(List.of(ada)).has(200);
        assertThat(group(api.learner(ada), filled).at("/group/role").asString()).isEqualTo("owner");
        assertThat(group(api.learner(ben), filled).at("/group/role").asString()).isEqualTo("member");
        api.learner(ada).post(path(filled) + "/code").isProblem(409, "group-not-allowed");
        api.learner(ada).delete(path(filled) + "/members/" + ben).isProblem(409, "group-not-allowed");

        owned(List.of(ben)).has(200);
        assertThat(group(api.learner(ada), filled).at("/group/role").asString()).isEqualTo("member");
        assertThat(group(api.learner(ben), filled).at("/group/role").asString()).isEqualTo("owner");
        fill("7b", ada, ben).has(200);
        assertThat(group(api.service(), filled).each("items", "role")).containsOnly("member");

        owned(List.of(cleo)).isInvalid("owners");
    }

    private Answer owned(List<Long> owners) {
        return api.service()
                .put("/api/groups", Map.of("key", key, "name", "7b", "members", List.of(ada, ben), "owners", owners));
    }

    @Test
    void aRosterThatIsDeliveredTwiceChangesNothing() {
        var first = fill("7b", ada, ben).has(200);
        var before = group(api.service(), first).has(200).body();

        var second = fill("7b", ben, ada, ben).has(200);

        assertThat(second.at("/id")).isEqualTo(first.at("/id"));
        assertThat(texts(second, "came")).isEmpty();
        assertThat(texts(second, "went")).isEmpty();
        assertThat(group(api.service(), first).has(200).body()).isEqualTo(before);
    }

    @Test
    void rostersAtTheSameTimeComeOneAfterTheOther() throws Exception {
        var rosters = List.of(List.of(ada, ben), List.of(ben, cleo), List.of(cleo, ada));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tries = IntStream.range(0, 12)
                    .mapToObj(i -> threads.submit(() -> fill("7b", rosters.get(i % 3))))
                    .toList();
            for (var each : tries) {
                each.get().has(200);
            }
        }

        assertThat(jdbc.sql("SELECT COUNT(*) FROM learner_group WHERE service_key = ?")
                        .param(key)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
        var members = group(api.service(), fill("7b", ada).has(200)).has(200).each("items", "member");
        assertThat(members).containsExactly(text(ada));
    }

    @Test
    void withoutMembersThereIsNoGroup() {
        assertThat(fill("7b").has(200).at("/id").isNull()).isTrue();
        var first = fill("7b", ada).has(200);

        var empty = fill("7b").has(200);

        assertThat(empty.at("/id").isNull()).isTrue();
        assertThat(texts(empty, "went")).containsExactly(text(ada));
        group(api.service(), first).isProblem(404, "not-found");
        assertThat(fill("7b", ada).has(200).at("/id")).isNotEqualTo(first.at("/id"));
    }

    @Test
    void anAdminFillsOnRecord() {
        var body = Map.of("key", key, "name", "by an admin", "members", List.of(ada));
        var filled = api.admin().put("/api/groups/roster", body).has(200);

        group(api.admin(), filled).has(200);
        assertThat(api.admin().actuator("/audit?limit=1000").has(200).body().toString())
                .contains(key);
    }

    @Test
    void aThousandAreAGroupAndOneMoreAreNone() {
        var learners = LongStream.range(0, 1_000).mapToObj(i -> Learners.next()).toList();

        var filled = fill("everybody", learners).has(200);

        assertThat(filled.at("/came").size()).isEqualTo(1_000);
        assertThat(group(api.service(), filled).has(200).at("/items").size()).isEqualTo(1_000);
        fill("more", Stream.concat(learners.stream(), Stream.of(ada)).toList()).isInvalid("members");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a\u0000",
                "a\nb",
                "a\u2028b",
                "a\u202eb",
                "\ufeff",
                "\u3164",
                "\u115f\u200d",
                "1234567890123456789012345678901234567890123456789012345678901"
            })
    void aNameIsShortAndVisibleAndHasNoControlCharacters(String name) {
        fill(name, ada).isInvalid("name");
        api.learner(ada).post("/api/groups", Map.of("name", name)).isInvalid("name");
    }

    @Test
    void refusesWhatIsNoRoster() {
        var service = api.service();
        service.put("/api/groups", Map.of("key", "a b", "name", "x", "members", List.of(ada)))
                .isInvalid("key");
        service.put("/api/groups", Map.of("key", key, "name", "x")).isInvalid("members");
        service.put("/api/groups", Map.of("key", key, "name", "x", "members", List.of(-1)))
                .has(400);
        service.put("/api/groups", Map.of("key", key, "name", "x", "members", Collections.singletonList(null)))
                .has(400);
        api.learner(ada)
                .put("/api/groups", Map.of("key", key, "name", "x", "members", List.of(ada)))
                .isProblem(403, "forbidden");
        api.service()
                .put("/api/groups/roster", Map.of("key", key, "name", "x", "members", List.of(ada)))
                .isProblem(403, "forbidden");
    }

    @Test
    void learnersSeeOnlyGroupsThatTheyAreIn() {
        var filled = fill("7b", ada, ben).has(200);

        var own = group(api.learner(ada), filled).has(200);
        assertThat(own.at("/group/role").asString()).isEqualTo("member");
        assertThat(own.at("/group/key").isNull()).isTrue();
        assertThat(own.each("items", "member")).containsExactlyInAnyOrder(text(ada), text(ben));
        assertThat(api.learner(ada).get("/api/groups").has(200).each("items", "id"))
                .containsExactly(filled.at("/id").asString());
        assertThat(api.service().get("/api/groups?learner=" + ada).has(200).each("items", "id"))
                .containsExactly(filled.at("/id").asString());

        group(api.learner(cleo), filled).isProblem(404, "not-found");
        assertThat(api.learner(cleo).get("/api/groups").has(200).at("/items").size())
                .isZero();
        api.service().get(path(filled) + "?learner=" + cleo).isProblem(404, "not-found");
    }

    @Test
    void aListIsReadPageByPage() {
        for (int i = 0; i < 3; i++) {
            api.service()
                    .put("/api/groups", Map.of("key", key + i, "name", "g" + i, "members", List.of(ada)))
                    .has(200);
        }

        assertThat(api.learner(ada).pages("/api/groups?limit=2"))
                .extracting(item -> item.path("name").asString())
                .containsExactly("g0", "g1", "g2");
        assertThat(api.admin().get("/api/groups?limit=1").has(200).at("/items").size())
                .isEqualTo(1);
        api.learner(ada).get("/api/groups?cursor=x").isInvalid("cursor");
        api.learner(ada).get("/api/groups?limit=101").isInvalid("limit");
    }

    @Test
    void aHiddenMemberIsNotNamedToOthers() {
        var filled = fill("7b", ada, ben, cleo).has(200);
        api.learner(ada).put("/api/me/privacy", Map.of("board", "hidden")).has(200);
        api.learner(ben).put("/api/me/privacy", Map.of("board", "number")).has(200);

        assertThat(group(api.learner(cleo), filled).has(200).each("items", "member"))
                .containsExactly(text(cleo));
        assertThat(group(api.learner(ada), filled).has(200).each("items", "member"))
                .containsExactlyInAnyOrder(text(ada), text(cleo));
        assertThat(group(api.service(), filled).has(200).at("/items").size()).isEqualTo(3);
    }

    @Test
    void aDeletedLearnerIsInNoGroup() {
        var filled = fill("7b", ada, ben).has(200);
        assertThat(api.admin()
                        .actuator("/learners/" + ada)
                        .has(200)
                        .at("/facts/groups/0/name")
                        .asString())
                .isEqualTo("7b");
        var export = api.learner(ada).get("/api/learners/me/export").has(200);
        assertThat(export.at("/data/groups/0/name").asString()).isEqualTo("7b");
        assertThat(export.at("/data/groups/0/role").asString()).isEqualTo("member");

        api.admin().delete("/api/learners/" + ada).has(202);

        await().untilAsserted(
                        () -> assertThat(group(api.service(), filled).has(200).each("items", "member"))
                                .containsExactly(text(ben)));
        changes.on(new LearnerDeleted(ada));
        assertThat(texts(fill("7b", ada, ben).has(200), "deleted")).containsExactly(text(ada));
        assertThat(group(api.service(), filled).has(200).each("items", "member"))
                .containsExactly(text(ben));

        api.admin().delete("/api/learners/" + ben).has(202);
        await().untilAsserted(() -> group(api.service(), filled).isProblem(404, "not-found"));
    }

    private Answer fill(String name, Long... learners) {
        return fill(name, List.of(learners));
    }

    private Answer fill(String name, List<Long> learners) {
        return api.service().put("/api/groups", Map.of("key", key, "name", name, "members", learners));
    }

    private static Answer group(Api.Caller caller, Answer filled) {
        return caller.get(path(filled));
    }

    private static String path(Answer filled) {
        return "/api/groups/" + filled.at("/id").asLong();
    }

    private static List<String> texts(Answer answer, String list) {
        return answer.body().path(list).values().stream()
                .map(each -> each.asString())
                .toList();
    }

    private static String text(long learner) {
        return Long.toString(learner);
    }
}
