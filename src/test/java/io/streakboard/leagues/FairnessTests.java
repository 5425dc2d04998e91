package io.streakboard.leagues;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leagues.PromotionZones.Move;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A year of 20,000 learners, with the rules of activities and zones that the application uses. How much a learner does is
 * skewed, log-normal around a habit of the learner's own, and in one of four weeks nothing.
 */
class FairnessTests {

    private static final Logger log = LoggerFactory.getLogger(FairnessTests.class);

    private static final int LEARNERS = 20_000;
    private static final int WEEKS = 52;
    private static final int COHORT = 30;
    private static final int TIERS = 5;

    private static final class Learner {
        private final double habit;
        private int tier;
        private long last;
        private long points;

        private Learner(double habit) {
            this.habit = habit;
        }
    }

    private record Bracket(int tier, int band) {}

    private final Random random = new Random(7);

    @Test
    void learnersOfACohortHaveSimilarActivity() {
        var learners = IntStream.range(0, LEARNERS)
                .mapToObj(i -> new Learner(5 + 1.2 * random.nextGaussian()))
                .toList();
        var inCohorts = new ArrayList<Double>();
        var byChance = new ArrayList<Double>();
        for (int week = 0; week < WEEKS; week++) {
            var active = new ArrayList<>(act(learners));
            Collections.shuffle(active, random);
            var cohorts = active.stream()
                    .collect(groupingBy(learner -> new Bracket(learner.tier, ActivityBand.of(learner.last))))
                    .values()
                    .stream()
                    .flatMap(all -> cohorts(all).stream())
                    .toList();
            if (week > 0) { // the first week has no bands
                inCohorts.addAll(spreads(cohorts));
                byChance.addAll(spreads(cohorts(active)));
            }
            cohorts.forEach(FairnessTests::end);
        }

        double ratio = median(inCohorts) / median(byChance);
        log.info("Median p90/p10 of paces: {} in cohorts, {} by chance", median(inCohorts), median(byChance));
        assertThat(ratio).isLessThanOrEqualTo(0.5);
    }

    private List<Learner> act(List<Learner> learners) {
        return learners.stream()
                .filter(learner -> random.nextInt(4) > 0)
                .peek(learner ->
                        learner.points = Math.max(1, Math.round(Math.exp(learner.habit + 0.4 * random.nextGaussian()))))
                .toList();
    }

    private static List<List<Learner>> cohorts(List<Learner> learners) {
        return IntStream.range(0, (learners.size() + COHORT - 1) / COHORT)
                .mapToObj(i -> learners.subList(i * COHORT, Math.min(learners.size(), (i + 1) * COHORT)))
                .toList();
    }

    private static void end(List<Learner> cohort) {
        int width = PromotionZones.width(7, cohort.size(), COHORT);
        var inOrder = cohort.stream()
                .sorted((one, other) -> Long.compare(other.points, one.points))
                .toList();
        for (int i = 0; i < inOrder.size(); i++) {
            var learner = inOrder.get(i);
            boolean rises = new PromotionZones(cohort.size(), width, 0).of(i + 1) == Move.PROMOTED;
            learner.tier = Math.min(TIERS - 1, learner.tier + (rises ? 1 : 0));
            learner.last = learner.points;
        }
    }

    /** p90/p10 of the last active week's points in each cohort that is full enough to have them. */
    private static List<Double> spreads(List<List<Learner>> cohorts) {
        return cohorts.stream()
                .filter(cohort -> cohort.size() >= 10)
                .map(cohort -> cohort.stream()
                        .map(learner -> (double) learner.last)
                        .filter(last -> last > 0)
                        .sorted()
                        .toList())
                .filter(activities -> activities.size() >= 10)
                .map(activities -> activities.get(activities.size() * 9 / 10) / activities.get(activities.size() / 10))
                .toList();
    }

    private static double median(Collection<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
