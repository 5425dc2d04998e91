package io.streakboard.badges;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.streakboard.badges.BadgeGiven.GivenLevel;
import io.streakboard.badges.GivenTable.HeldLevel;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Text;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports badges that learners were given elsewhere in the past, regardless of the conditions here. No {@link
 * BadgeGiven} is published: the sender knows these badges, and news of them would come years late.
 */
@Service
public class PastBadges {

    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");

    private final BadgeSection badges;
    private final GivenTable given;
    private final DeletedLearners deleted;
    private final TransactionTemplate transactions;
    private final BusinessTime time;

    PastBadges(
            BadgeSection badges,
            GivenTable given,
            DeletedLearners deleted,
            TransactionTemplate transactions,
            BusinessTime time) {
        this.badges = badges;
        this.given = given;
        this.deleted = deleted;
        this.transactions = transactions;
        this.time = time;
    }

    /** Gives badges in one transaction. Returns why each one was not given; empty if it was. */
    public List<Optional<Violation>> give(List<GivenLevel> past) {
        return requireNonNull(transactions.execute(status -> {
            var mistakes = check(past, deleted.refused(learners(past)));
            given.addMissing(IntStream.range(0, past.size())
                    .filter(index -> mistakes.get(index).isEmpty())
                    .mapToObj(past::get)
                    .toList());
            return mistakes;
        }));
    }

    /** Returns the same, and gives nothing. */
    public List<Optional<Violation>> check(List<GivenLevel> past) {
        return check(past, deleted.reasons(learners(past)));
    }

    private static Set<Long> learners(List<GivenLevel> past) {
        return past.stream().map(GivenLevel::learner).collect(toSet());
    }

    private List<Optional<Violation>> check(List<GivenLevel> past, Map<Long, ViolationCode> refused) {
        var known = given.held(learners(past));
        return past.stream()
                .map(each -> DeletedLearners.violation(each.learner(), refused)
                        .or(() -> mistake(each))
                        .or(() -> known.add(new HeldLevel(each.learner(), each.badge(), each.level()))
                                ? Optional.empty()
                                : Optional.of(ViolationCode.COUNTED_BEFORE.of("badge"))))
                .toList();
    }

    private Optional<Violation> mistake(GivenLevel past) {
        var badge = badges.named(past.badge());
        if (badge.isEmpty()) {
            return Optional.of(ViolationCode.BADGE_UNKNOWN.of("badge", Text.shown(past.badge())));
        }
        if (!badge.get().levels().contains(past.level())) {
            return Optional.of(ViolationCode.LEVEL_UNKNOWN.of(
                    "level", past.level(), badge.get().levels()));
        }
        return timeMistake(past.at());
    }

    private Optional<Violation> timeMistake(Instant givenAt) {
        if (givenAt.isAfter(time.now())) {
            return Optional.of(ViolationCode.IN_THE_FUTURE.of("givenAt", givenAt));
        }
        return givenAt.isBefore(FIRST)
                ? Optional.of(ViolationCode.TOO_LONG_AGO.of("givenAt", givenAt, FIRST))
                : Optional.empty();
    }
}
