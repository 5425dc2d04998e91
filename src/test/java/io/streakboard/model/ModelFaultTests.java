package io.streakboard.model;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Months full of random operations and faults, after each of which the promises are compared with a model. The seed is
 * printed; {@code -Dstreakboard.model.seed} takes it again, {@code -Dstreakboard.model.time} says how long to go on and
 * {@code -Dstreakboard.model.faults} how many faults a month has.
 */
class ModelFaultTests {

    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final YearMonth FIRST = YearMonth.of(2026, 3);
    private static final List<String> ZONES = List.of("UTC", "Asia/Shanghai", "America/New_York");
    private static final int TAIL = 60;

    private final long seed = Long.getLong("streakboard.model.seed", new Random().nextInt(1_000_000));
    private final Duration time = Duration.parse(System.getProperty("streakboard.model.time", "PT0S"));
    private final int faults = Integer.getInteger("streakboard.model.faults", 3);

    @Test
    void keepsItsPromisesWhateverHappens() throws Exception {
        System.out.println("Model test, seed " + seed);
        var zone = ZoneId.of(ZONES.get(new Random(seed).nextInt(ZONES.size())));
        var almanac = new Almanac(zone, GRACE);
        var chronicle = new Chronicle(seed);
        var start = almanac.startOf(FIRST).plus(Duration.ofHours(36));
        try (var stage = new Stage(almanac, start, chronicle)) {
            stage.open();
            var generator = new Generator(seed, FIRST.minusMonths(3));
            do {
                stage.perform(generator.chapter(faults));
                var broken = stage.brokenPromises();
                if (!broken.isEmpty()) {
                    fail("Promises are broken:\n  " + String.join("\n  ", broken));
                }
            } while (chronicle.elapsed().compareTo(time) < 0);
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(
                    "Seed %d: %s\n\nThe last of %s:\n%s"
                            .formatted(seed, failure.getMessage(), chronicle.file(), chronicle.tail(TAIL)),
                    failure);
        } finally {
            System.out.println(chronicle.figures());
        }
    }
}
