package io.streakboard.model;

import io.streakboard.model.Operation.Adjust;
import io.streakboard.model.Operation.ClientsStall;
import io.streakboard.model.Operation.DatabaseOnlyReads;
import io.streakboard.model.Operation.Delete;
import io.streakboard.model.Operation.Drift;
import io.streakboard.model.Operation.Everyday;
import io.streakboard.model.Operation.Fault;
import io.streakboard.model.Operation.Hide;
import io.streakboard.model.Operation.ImportFile;
import io.streakboard.model.Operation.ImportFile.Order;
import io.streakboard.model.Operation.ImportFile.Strikes;
import io.streakboard.model.Operation.KillDatabase;
import io.streakboard.model.Operation.KillInstance;
import io.streakboard.model.Operation.KillRedis;
import io.streakboard.model.Operation.LookAtLeague;
import io.streakboard.model.Operation.MonthEnds;
import io.streakboard.model.Operation.Nothing;
import io.streakboard.model.Operation.PauseInstance;
import io.streakboard.model.Operation.RedisGoesBack;
import io.streakboard.model.Operation.Report;
import io.streakboard.model.Operation.Report.Item;
import io.streakboard.model.Operation.Roster;
import io.streakboard.model.Operation.Scene;
import io.streakboard.model.Operation.SignIn;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes what happens, from a seed and nothing else: the same seed gives the same operations and faults, if not the
 * same interleaving. A chapter is a month. Faults are drawn like cards: all kinds come before one comes again.
 */
final class Generator {

    static final int INSTANCES = 2;

    /** Before the first season, activities are invalid. */
    private static final YearMonth EARLIEST = YearMonth.of(2001, 1);

    private static final int REGULARS = 40;
    private static final int EVERYDAY = 40;
    private static final int NOBODY_YET = 1_000;
    private static final int HIDERS = 500;
    private static final List<String> TYPES = List.of("LESSON", "LESSON", "QUESTION", "NOTE", "REVIEW");

    private enum Card {
        NOTHING,
        KILL,
        PAUSE,
        REDIS_DIES,
        DATABASE_DIES,
        DATABASE_ONLY_READS,
        CLIENTS_STALL,
        REDIS_GOES_BACK,
        LONG_HISTORY,
        INTERRUPTED_HISTORY,
        CROWD_AND_DRIFT
    }

    private final Random random;
    private final Deque<Card> cards = new ArrayDeque<>();
    private final Deque<MonthEnds.How> endings = new ArrayDeque<>();
    private final List<Long> condemned = new ArrayList<>();
    private YearMonth untouched;
    private int numbers;
    private long newcomers = NOBODY_YET;

    /** @param untouched the last month of which nothing is known yet; so are all before */
    Generator(long seed, YearMonth untouched) {
        this.random = new Random(seed);
        this.untouched = untouched;
    }

    /**
     * The next month, with so many faults before it ends. Begins with a short history, so that there are settled
     * months.
     */
    List<Scene> chapter(int faults) {
        var scenes = new ArrayList<Scene>();
        scenes.add(scene(history(1, 300, REGULARS, Order.OLDEST_FIRST, 0, Strikes.NOBODY)));
        for (int i = 0; i < faults; i++) {
            draw(cards, Card.values()).forEach(fault -> scenes.add(scene(fault)));
        }
        scenes.add(scene(new MonthEnds(next(endings, MonthEnds.How.values()))));
        return scenes;
    }

    private List<Fault> draw(Deque<Card> deck, Card[] all) {
        return switch (next(deck, all)) {
            case NOTHING -> List.of(new Nothing());
            case KILL -> List.of(new KillInstance(random.nextInt(INSTANCES)));
            case PAUSE -> List.of(new PauseInstance(random.nextInt(INSTANCES)));
            case REDIS_DIES -> List.of(new KillRedis());
            case DATABASE_DIES -> List.of(new KillDatabase());
            case DATABASE_ONLY_READS -> List.of(new DatabaseOnlyReads());
            case CLIENTS_STALL -> List.of(new ClientsStall(random.nextInt(INSTANCES), 100 + random.nextInt(900)));
            case REDIS_GOES_BACK -> List.of(new RedisGoesBack());
            case LONG_HISTORY -> List.of(history(4 + random.nextInt(2), Strikes.NOBODY));
            case INTERRUPTED_HISTORY -> List.of(history(2 + random.nextInt(2), interruption()));
            case CROWD_AND_DRIFT -> List.of(crowd(), new Drift(1 + random.nextInt(9)));
        };
    }

    private <T> T next(Deque<T> deck, T[] all) {
        if (deck.isEmpty()) {
            var shuffled = new ArrayList<>(List.of(all));
            Collections.shuffle(shuffled, random);
            deck.addAll(shuffled);
        }
        return deck.pop();
    }

    /** Most often the instance: the servers come back by themselves. */
    private Strikes interruption() {
        return switch (random.nextInt(4)) {
            case 0 -> Strikes.REDIS;
            case 1 -> Strikes.THE_DATABASE;
            default -> Strikes.THE_INSTANCE;
        };
    }

    /** Slow enough for a month to be quiet before it is reached. */
    private Fault history(int months, Strikes strikes) {
        double seconds = 1.5 + random.nextInt(6) / 10.0;
        var order = switch (random.nextInt(5)) {
            case 0 -> Order.ANY;
            case 1 -> Order.NEWEST_FIRST;
            default -> Order.OLDEST_FIRST;
        };
        return history(months, 1_000, 200, order, seconds, strikes);
    }

    private Fault history(int months, int rows, int learners, Order order, double seconds, Strikes strikes) {
        return untouched.minusMonths(months).isBefore(EARLIEST)
                ? new Nothing()
                : new ImportFile(++numbers, months(months), rows, learners, order, seconds, strikes);
    }

    /** So many that no sample sees them all. */
    private ImportFile crowd() {
        return new ImportFile(++numbers, List.of(), 8_000, 6_000, Order.OLDEST_FIRST, 0, Strikes.NOBODY);
    }

    private List<YearMonth> months(int number) {
        untouched = untouched.minusMonths(number);
        return IntStream.rangeClosed(1, number).mapToObj(untouched::plusMonths).toList();
    }

    private Scene scene(Fault fault) {
        return new Scene(
                Duration.ofMinutes(random.nextInt(5 * 24 * 60)),
                fault,
                Stream.generate(this::everyday).limit(EVERYDAY).toList());
    }

    private Everyday everyday() {
        int dice = random.nextInt(100);
        if (dice < 20) {
            return beside();
        }
        if (dice < 56) {
            return new SignIn(learner(), times());
        }
        if (dice < 88) {
            return new Report(
                    Stream.generate(this::item).limit(1 + random.nextInt(8)).toList(), times());
        }
        if (dice < 97) {
            int points = (1 + random.nextInt(40)) * (random.nextInt(3) == 0 ? -1 : 1);
            return new Adjust(learner(), points, "request-" + ++numbers, times());
        }
        return condemned.isEmpty() || dice == 97 ? newcomer() : new Delete(condemned.removeFirst());
    }

    /** A fifth of all. Learners who hide have no points, so that boards show all who have. */
    private Everyday beside() {
        return switch (random.nextInt(3)) {
            case 0 -> new Hide(HIDERS + random.nextInt(REGULARS));
            case 1 ->
                new Roster(
                        "class-" + ++numbers,
                        Stream.generate(this::learner)
                                .limit(1 + random.nextInt(20))
                                .distinct()
                                .toList(),
                        times());
            default -> new LookAtLeague(learner());
        };
    }

    /** Comes to be deleted later. */
    private Everyday newcomer() {
        condemned.add(++newcomers);
        return new SignIn(newcomers, 1);
    }

    private Item item() {
        if (random.nextInt(12) == 0) {
            return new Item(learner(), Deed.SIGN_IN, "", Duration.ofHours(random.nextInt(72)));
        }
        var type = TYPES.get(random.nextInt(TYPES.size()));
        var prefix = type.equals("REVIEW") && random.nextBoolean() ? Echoes.SHOUT : "deed-";
        return new Item(learner(), type, prefix + ++numbers, ago());
    }

    /** Mostly just now, some days ago at times, and rarely so long ago that the month is sealed. */
    private Duration ago() {
        return switch (random.nextInt(10)) {
            case 0 -> Duration.ofDays(20 + random.nextInt(30));
            case 1, 2 -> Duration.ofHours(random.nextInt(72));
            default -> Duration.ofSeconds(random.nextInt(120));
        };
    }

    private long learner() {
        return !condemned.isEmpty() && random.nextInt(8) == 0
                ? condemned.get(random.nextInt(condemned.size()))
                : 1 + random.nextInt(REGULARS);
    }

    private int times() {
        return random.nextInt(4) == 0 ? 2 : 1;
    }
}
