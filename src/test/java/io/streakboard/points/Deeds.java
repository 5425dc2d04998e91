package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.streakboard.points.ledger.Posting.DayOfType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * What some learners do around a few midnights, each claim with a source id of its own within its month, and what they
 * must get for it: for each day and type what their claims are worth, up to the cap, in whatever order and however
 * often they come.
 */
record Deeds(ZoneId zone, List<Claim> claims) {

    static final int LEARNERS = 3;

    private static final List<Claim> KINDS = List.of(
            new Claim(0, "LESSON", "", Instant.EPOCH, 10, 50),
            new Claim(0, "QUESTION", "", Instant.EPOCH, 5, 20),
            new Claim(0, "NOTE", "", Instant.EPOCH, 3, 20),
            new Claim(0, "REVIEW", "", Instant.EPOCH, 10));
    private static final int HOURS_AROUND_MIDNIGHT = 3;

    /** @param days those about whose beginning learners are busy */
    static Arbitrary<Deeds> around(ZoneId zone, List<LocalDate> days) {
        var instants = Combinators.combine(
                        Arbitraries.of(days),
                        Arbitraries.longs()
                                .between(-HOURS_AROUND_MIDNIGHT * 3_600_000L, HOURS_AROUND_MIDNIGHT * 3_600_000L))
                .as((day, millis) -> day.atStartOfDay(zone).toInstant().plusMillis(millis));
        return Combinators.combine(Arbitraries.longs().between(1, LEARNERS), Arbitraries.of(KINDS), instants)
                .as((learner, kind, at) -> of(kind, learner, "", at))
                .list()
                .ofMinSize(1)
                .ofMaxSize(60)
                .map(claims -> new Deeds(zone, numbered(zone, claims)));
    }

    /** Every month has the same source ids. */
    private static List<Claim> numbered(ZoneId zone, List<Claim> claims) {
        var last = new HashMap<YearMonth, Integer>();
        return claims.stream()
                .map(claim -> {
                    var month = YearMonth.from(LocalDate.ofInstant(claim.occurredAt(), zone));
                    int number = last.merge(month, 1, Integer::sum);
                    return of(claim, claim.learner(), "s" + number, claim.occurredAt());
                })
                .toList();
    }

    Deeds by(Function<Long, Long> learners) {
        return new Deeds(
                zone,
                claims.stream()
                        .map(claim -> of(claim, learners.apply(claim.learner()), claim.sourceId(), claim.occurredAt()))
                        .toList());
    }

    /** All of them, some or all again, in any order and in batches of any size. */
    List<List<Claim>> delivered(Random random) {
        var deliveries = new ArrayList<>(claims);
        deliveries.addAll(claims.subList(0, random.nextInt(claims.size() + 1)));
        Collections.shuffle(deliveries, random);
        var batches = new ArrayList<List<Claim>>();
        for (int from = 0, to; from < deliveries.size(); from = to) {
            to = Math.min(from + 1 + random.nextInt(12), deliveries.size());
            batches.add(deliveries.subList(from, to));
        }
        return batches;
    }

    /** What must be paid, without days and types for which there is nothing. */
    Map<DayOfType, Long> worth() {
        var worth = claims.stream().collect(groupingBy(this::dayOfType, summingLong(Claim::points)));
        for (var claim : claims) {
            var cap = claim.dailyCap();
            if (cap != null) {
                worth.computeIfPresent(dayOfType(claim), (day, points) -> Math.min(points, cap));
            }
        }
        return worth;
    }

    private DayOfType dayOfType(Claim claim) {
        return new DayOfType(claim.learner(), day(claim.occurredAt()), claim.type());
    }

    LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, zone);
    }

    private static Claim of(Claim kind, long learner, String sourceId, Instant occurredAt) {
        return new Claim(learner, kind.type(), sourceId, occurredAt, kind.points(), kind.dailyCap());
    }
}
