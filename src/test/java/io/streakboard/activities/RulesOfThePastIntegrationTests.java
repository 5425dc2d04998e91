package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model beside the ledger: whatever the order of arrival, the version at {@code occurredAt} decides. */
@DatabaseRulebook
class RulesOfThePastIntegrationTests {

    private static final int VERSIONS = 6;
    private static final int LEARNERS = 4;
    private static final int ACTIVITIES = 300;

    private record Version(Instant validFrom, int points, int cap, int percent) {

        int pays() {
            return points * percent / 100;
        }

        int upTo() {
            return cap * percent / 100;
        }
    }

    private final PublishedRules rules;
    private final Activities activities;
    private final BusinessTime time;

    RulesOfThePastIntegrationTests(PublishedRules rules, Activities activities, BusinessTime time) {
        this.rules = rules;
        this.activities = activities;
        this.time = time;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyActivityIsPaidByTheVersionOfItsInstant(long seed) {
        var random = new Random(seed);
        var type = "MODEL_" + seed;
        var begin = time.now();
        var versions = published(type, begin, random);
        var deeds = new ArrayList<Activity>();
        for (int i = 0; i < ACTIVITIES; i++) {
            var at = begin.plusMillis(random.nextLong(VERSIONS + 1L));
            deeds.add(new Activity(Learners.next() % LEARNERS, type, "deed-" + i, at));
        }
        var learners = new long[LEARNERS];
        for (int i = 0; i < LEARNERS; i++) {
            learners[i] = Learners.next();
        }
        deeds.replaceAll(
                deed -> new Activity(learners[(int) deed.learner()], deed.type(), deed.sourceId(), deed.occurredAt()));
        deeds.addAll(List.copyOf(deeds.subList(0, ACTIVITIES / 3))); // repeated
        Collections.shuffle(deeds, random); // and late

        var paid = new HashMap<Long, Integer>();
        var counted = new HashMap<String, Integer>();
        for (int i = 0; i < deeds.size(); i += 20) {
            var batch = deeds.subList(i, Math.min(deeds.size(), i + 20));
            var results = activities.take(batch);
            for (int j = 0; j < batch.size(); j++) {
                var deed = batch.get(j);
                if (counted.putIfAbsent(deed.sourceId(), 0) == null) {
                    int before = paid.getOrDefault(deed.learner(), 0);
                    var version = at(deed.occurredAt(), versions);
                    int pays = Math.clamp(version.upTo() - before, 0, version.pays());
                    assertThat(results.get(j).points())
                            .as("%s by %s", deed, version)
                            .isEqualTo(pays);
                    paid.put(deed.learner(), before + pays);
                } else {
                    assertThat(results.get(j).points()).isZero();
                }
            }
        }
        assertThat(paid.values()).anyMatch(points -> points > 0);
    }

    /** One a millisecond. The first version has no such type: so only activities from the second on are valid. */
    private List<Version> published(String type, Instant begin, Random random) {
        var versions = new ArrayList<Version>();
        for (int i = 0; i < VERSIONS; i++) {
            var version = new Version(
                    begin.truncatedTo(java.time.temporal.ChronoUnit.MILLIS).plusMillis(i),
                    random.nextInt(1, 20),
                    random.nextInt(20, 400),
                    random.nextBoolean() ? 100 : random.nextInt(101, 300));
            rules.publish(patch(type, begin, version), version.validFrom());
            versions.add(version);
        }
        return versions;
    }

    private static String patch(String type, Instant begin, Version version) {
        var bonus = version.percent() == 100
                ? "null"
                : "{\"percent\": %d, \"from\": \"%s\", \"to\": \"%s\"}"
                        .formatted(version.percent(), begin.minus(Duration.ofDays(1)), begin.plus(Duration.ofDays(1)));
        return "{\"types\": {\"%s\": {\"points\": %d, \"dailyCap\": %d}}, \"bonuses\": {\"model\": %s}}"
                .formatted(type, version.points(), version.cap(), bonus);
    }

    private static Version at(Instant instant, List<Version> versions) {
        return versions.reversed().stream()
                .filter(version -> !instant.isBefore(version.validFrom()))
                .findFirst()
                .orElseThrow();
    }
}
