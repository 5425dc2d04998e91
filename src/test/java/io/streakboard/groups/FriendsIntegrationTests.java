package io.streakboard.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@IntegrationTest
class FriendsIntegrationTests {

    private final long ada = Learners.next();
    private final long ben = Learners.next();
    private final long cleo = Learners.next();
    private final Api api;
    private final GroupChanges changes;

    FriendsIntegrationTests(Api api, GroupChanges changes) {
        this.api = api;
        this.changes = changes;
    }

    @Test
    void friendsJoinByTheCode() {
        var made = make(ada, "Friends").has(201);
        assertThat(made.at("/role").asString()).isEqualTo("owner");
        assertThat(made.at("/members").asInt()).isEqualTo(1);
        assertThat(code(made)).matches("[0-9a-hjkmnp-tv-z]{16}");

        var joined = join(ben, code(made)).has(200);

        assertThat(joined.at("/role").asString()).isEqualTo("member");
        assertThat(joined.at("/members").asInt()).isEqualTo(2);
        assertThat(code(joined)).isEqualTo(code(made));
        assertThat(members(ben, made)).containsExactlyInAnyOrder(text(ada), text(ben));
        assertThat(join(ben, code(made)).has(200).body()).isEqualTo(joined.body());
        assertThat(join(ada, code(made)).has(200).at("/role").asString()).isEqualTo("owner");
    }

    @Test
    void theSameNameAgainIsTheSameGroup() {
        var made = make(ada, "Friends").has(201);

        assertThat(make(ada, "Friends").has(201).body()).isEqualTo(made.body());
        assertThat(make(ada, "friends").has(201).at("/id")).isNotEqualTo(made.at("/id"));
        assertThat(make(ben, "Friends").has(201).at("/id")).isNotEqualTo(made.at("/id"));
    }

    @Test
    void codesAreForMembersOnlyAndDiffer() {
        var made = make(ada, "Friends").has(201);
        var other = make(ada, "Others").has(201);

        assertThat(code(made)).isNotEqualTo(code(other));
        assertThat(api.service().get(path(made)).has(200).at("/group/code").isNull())
                .isTrue();
        assertThat(api.admin().get(path(made)).has(200).body().toString()).doesNotContain(code(made));
        api.learner(ben).get(path(made)).isProblem(404, "not-found");
        join(ben, "0000000000000000").isProblem(404, "not-found");
        join(ben, "é000000000000000").isInvalid("code");
        join(ben, "A" + code(made).substring(1).toUpperCase(Locale.ROOT)).isInvalid("code");
    }

    @Test
    void theOwnerRenewsTheCode() {
        var made = make(ada, "Friends").has(201);
        join(ben, code(made)).has(200);

        var renewed = api.learner(ada).post(path(made) + "/code").has(200);

        assertThat(code(renewed)).isNotEqualTo(code(made));
        join(cleo, code(made)).isProblem(404, "not-found");
        refused(api.learner(ben).post(path(made) + "/code"), "not-owner");
        api.learner(cleo).post(path(made) + "/code").isProblem(404, "not-found");
        join(cleo, code(renewed)).has(200);
    }

    @Test
    void aFriendWhoLeftNeedsANewCode() {
        var made = make(ada, "Friends").has(201);
        join(ben, code(made)).has(200);

        leave(ben, made).has(204);
        join(ben, code(made)).isProblem(404, "not-found");
        leave(ben, made).has(204);

        var renewed =
                api.learner(ada).get(path(made)).has(200).at("/group/code").asString();
        join(ben, renewed).has(200);
    }

    @Test
    void theOwnerTakesAMemberOutWhoCannotJoinAgain() {
        var made = make(ada, "Friends").has(201);
        join(ben, code(made)).has(200);
        join(cleo, code(made)).has(200);
        refused(api.learner(cleo).delete(path(made) + "/members/" + ben), "not-owner");

        api.learner(ada).delete(path(made) + "/members/" + ben).has(204);
        api.learner(ada).delete(path(made) + "/members/" + ben).has(204);

        assertThat(members(cleo, made)).containsExactlyInAnyOrder(text(ada), text(cleo));
        join(ben, code(made)).isProblem(404, "not-found");
        api.learner(ben).delete(path(made) + "/members/" + ada).isProblem(404, "not-found");
        api.learner(ada).delete(path(made) + "/members/x").isInvalid("member");
        api.learner(ada).delete(path(made) + "/members/" + ada).has(204);
        assertThat(api.learner(cleo).get(path(made)).has(200).at("/group/role").asString())
                .isEqualTo("owner");
    }

    @Test
    void theFirstGroupIsMadeOnceEvenIfItIsAskedForTwiceAtTheSameMoment() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tries = IntStream.range(0, 4)
                    .mapToObj(i -> threads.submit(
                            () -> make(ada, "Friends").has(201).at("/id").asLong()))
                    .toList();
            for (var each : tries) {
                assertThat(each.get()).isEqualTo(tries.getFirst().get());
            }
        }
    }

    @Test
    void aMemberFollowsTheOwnerWhoLeaves() {
        var made = make(ada, "Friends").has(201);
        join(ben, code(made)).has(200);
        join(cleo, code(made)).has(200);

        leave(ada, made).has(204);
        leave(ada, made).has(204);

        api.learner(ada).get(path(made)).isProblem(404, "not-found");
        assertThat(members(ben, made)).containsExactlyInAnyOrder(text(ben), text(cleo));
        assertThat(api.learner(ben).get(path(made)).has(200).each("items", "role"))
                .containsExactly("owner", "member");

        leave(ben, made).has(204);
        leave(cleo, made).has(204);
        api.service().get(path(made)).isProblem(404, "not-found");
        join(ada, code(made)).isProblem(404, "not-found");
    }

    @Test
    void membersCannotLeaveAClass() {
        var filled = api.service()
                .put("/api/groups", Map.of("key", "kept-" + ada, "name", "7b", "members", List.of(ada)))
                .has(200);

        refused(leave(ada, filled), "kept-by-service");
        refused(api.learner(ada).post(path(filled) + "/code"), "not-owner");
        assertThat(api.learner(ada).get(path(filled)).has(200).at("/group/code").isNull())
                .isTrue();
        leave(ben, filled).has(204);
    }

    @Test
    void limitsHoldEvenIfAllComeAtOnce() throws Exception {
        var made = make(ada, "Friends").has(201);
        try (var threads = Executors.newFixedThreadPool(8)) {
            var joins = IntStream.range(0, 52)
                    .mapToObj(i -> threads.submit(
                            () -> join(Learners.next(), code(made)).status()))
                    .toList();
            int refused = 0;
            for (var each : joins) {
                refused += each.get() == 409 ? 1 : 0;
            }
            assertThat(refused).isEqualTo(3);
            var owned = IntStream.range(0, 12)
                    .mapToObj(i -> threads.submit(() -> make(ada, "group " + i).status()))
                    .toList();
            int created = 0;
            for (var each : owned) {
                created += each.get() == 201 ? 1 : 0;
            }
            assertThat(created).isEqualTo(9);
        }

        assertThat(members(ada, made)).hasSize(50);
        refused(join(ben, code(made)), "full");
        refused(make(ada, "one more"), "owns-too-many");
        make(ada, "Friends").has(201);
    }

    @Test
    void aLearnerIsInFiftyGroupsOfLearnersAndAnyNumberOfClasses() {
        api.service()
                .put("/api/groups", Map.of("key", "class-of-" + ada, "name", "7b", "members", List.of(ada)))
                .has(200);
        for (int owner = 0; owner < 5; owner++) {
            long other = Learners.next();
            for (int i = 0; i < 10; i++) {
                join(ada, code(make(other, "group " + i).has(201))).has(200);
            }
        }

        refused(join(ada, code(make(ben, "one more").has(201))), "too-many");
        refused(make(ada, "my own"), "too-many");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "a\u0000", "a\nb", "1234567890123456789012345678901234567890123456789012345678901"})
    void aNameIsShortAndHasNoControlCharacters(String name) {
        make(ada, name).has(400);
    }

    @Test
    void aDeletedOwnerIsFollowedByAMember() {
        var made = make(ada, "Friends").has(201);
        join(ben, code(made)).has(200);

        api.admin().delete("/api/learners/" + ada).has(202);

        await().untilAsserted(() -> assertThat(members(ben, made)).containsExactly(text(ben)));
        assertThat(api.learner(ben).get(path(made)).has(200).at("/group/role").asString())
                .isEqualTo("owner");
        changes.on(new LearnerDeleted(ada));
        assertThat(members(ben, made)).containsExactly(text(ben));
    }

    private Answer make(long learner, String name) {
        return api.learner(learner).post("/api/groups", Map.of("name", name));
    }

    private Answer join(long learner, String code) {
        return api.learner(learner).post("/api/groups/join", Map.of("code", code));
    }

    private Answer leave(long learner, Answer group) {
        return api.learner(learner).delete(path(group) + "/members/me");
    }

    private List<String> members(long learner, Answer group) {
        return api.learner(learner).get(path(group)).has(200).each("items", "member");
    }

    private static void refused(Answer answer, String code) {
        assertThat(answer.isProblem(409, "group-not-allowed").at("/code").asString())
                .isEqualTo(code);
    }

    private static String code(Answer group) {
        return group.at("/code").asString();
    }

    private static String path(Answer group) {
        return "/api/groups/" + group.at("/id").asLong();
    }

    private static String text(long learner) {
        return Long.toString(learner);
    }
}
