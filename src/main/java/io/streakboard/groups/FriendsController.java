package io.streakboard.groups;

import io.streakboard.groups.GroupController.GroupView;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Groups that learners make, and join by a code. */
@RestController
@ForLearners
@ConditionalOnBooleanProperty("streakboard.groups.enabled")
class FriendsController {

    record NewGroup(
            @NotNull @Schema(minLength = 1, maxLength = RosterController.MAX_NAME_LENGTH)
            String name) {}

    /** @param code as a member has told it */
    record Invitation(
            @NotNull @Pattern(regexp = "[0-9a-z]{16}", message = "must be a code of 16 small letters and digits")
            String code) {}

    private final Friends friends;
    private final GroupTable table;
    private final LearnerKeys keys;

    FriendsController(Friends friends, GroupTable table, LearnerKeys keys) {
        this.keys = keys;
        this.friends = friends;
        this.table = table;
    }

    /** Makes a group that the learner owns. A group of this name that the learner owns already is answered again. */
    @Refuses("group-not-allowed")
    @PostMapping("/api/groups")
    @ResponseStatus(HttpStatus.CREATED)
    GroupView make(CurrentLearner learner, @Valid @RequestBody NewGroup request) {
        return view(friends.make(learner.id(), RosterController.checked(request.name())), learner);
    }

    /** Joins a group by its code. Joining again changes nothing. */
    @Refuses({"not-found", "group-not-allowed"})
    @PostMapping("/api/groups/join")
    GroupView join(CurrentLearner learner, @Valid @RequestBody Invitation invitation) {
        return view(friends.join(learner.id(), invitation.code()), learner);
    }

    /**
     * Leaves a group that learners made. The group gets another code. The longest-standing member follows the owner;
     * the last one ends the group.
     */
    @Refuses("group-not-allowed")
    @DeleteMapping("/api/groups/{id}/members/me")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void leave(CurrentLearner learner, @PathVariable long id) {
        friends.leave(learner.id(), id);
    }

    /**
     * Takes a member out of a group. Only for its owner; the group gets another code. Again changes nothing.
     *
     * @param member the id of the friend
     */
    @Refuses({"not-found", "group-not-allowed"})
    @DeleteMapping("/api/groups/{id}/members/{member}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(CurrentLearner learner, @PathVariable long id, @PathVariable String member) {
        friends.remove(learner.id(), id, keys.named("member", member));
    }

    /** Renews the code of the group. Only for its owner; the old code stops working. */
    @Refuses({"not-found", "group-not-allowed"})
    @PostMapping("/api/groups/{id}/code")
    GroupView renew(CurrentLearner learner, @PathVariable long id) {
        friends.renew(learner.id(), id);
        return view(id, learner);
    }

    private GroupView view(long group, CurrentLearner learner) {
        return GroupView.of(table.seen(group, learner.id()).orElseThrow(Friends::unknown));
    }
}
