package io.streakboard.model;

import static java.util.stream.Collectors.toMap;

import io.streakboard.model.Books.Place;
import io.streakboard.model.Books.Total;
import io.streakboard.model.Operation.Everyday;
import io.streakboard.model.Operation.Scene;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The application, its servers and everybody who has to do with it: performs chapters, and looks whether promises
 * hold.
 */
final class Stage implements AutoCloseable {

    private static final int LANES = 3;

    private static final Map<String, Object> SETTINGS = Map.ofEntries(
            Map.entry("logging.level.root", "warn"),
            Map.entry("spring.main.banner-mode", "off"),
            Map.entry("streakboard.rate-limits.enabled", false),
            Map.entry("streakboard.season.check-interval", "200ms"),
            Map.entry("streakboard.season.quiet-period", "2s"),
            Map.entry("streakboard.settlement.interval", "300ms"),
            Map.entry("streakboard.settlement.copy-interval", "300ms"),
            Map.entry("streakboard.signin.check-interval", "500ms"),
            Map.entry("streakboard.signin.journal.claim-after", "2s"),
            Map.entry("streakboard.points.clock-skew", "1h"), // a report goes to the next instance, whose clock differs
            Map.entry("streakboard.imports.lease", "15s"), // a user is less patient and imports again
            Map.entry("streakboard.imports.check-interval", "1s"),
            Map.entry("streakboard.events.stale-after", "5s"),
            Map.entry("streakboard.events.check-interval", "1s"),
            Map.entry("streakboard.events.max-attempts", "50")); // what is under way when a clock leaps counts as stale

    private final Grounds grounds;
    private final Fleet fleet;
    private final Oracle oracle;
    private final Chronicle chronicle;
    private final Neighbours neighbours;
    private final People people;
    private final Imports imports;
    private final Admin admin;
    private final Faults faults;
    private final Archive archive;
    private final Almanac almanac;
    private final Set<Long> deletedTwice = new HashSet<>();

    Stage(Almanac almanac, Instant start, Chronicle chronicle) throws IOException {
        this.almanac = almanac;
        this.chronicle = chronicle;
        grounds = Grounds.make();
        var settings = new HashMap<>(grounds.properties());
        settings.putAll(SETTINGS);
        settings.putAll(Neighbours.SETTINGS);
        settings.put("streakboard.zone", almanac.zone());
        settings.put("streakboard.season.grace", almanac.grace());
        fleet = new Fleet(Generator.INSTANCES, grounds.folder(), settings, start);
        oracle = new Oracle(almanac);
        var client = new Client(fleet, chronicle);
        neighbours = new Neighbours(client, fleet, almanac, oracle, grounds.jdbc());
        people = new People(client, fleet, almanac, oracle, chronicle, neighbours);
        imports = new Imports(client, fleet, grounds, almanac, oracle, chronicle);
        admin = new Admin(fleet, grounds, almanac, chronicle);
        archive = new Archive(grounds.jdbc(), client);
        var monthEnd = new MonthEnd(fleet, grounds, imports, people, almanac, chronicle);
        faults = new Faults(client, fleet, grounds, imports, monthEnd, admin);
    }

    void open() {
        fleet.startAll();
        grounds.installTriggers();
    }

    void perform(List<Scene> chapter) throws Exception {
        for (var scene : chapter) {
            moveOn(scene.after());
            chronicle.did(fleet.now(), scene.fault());
            var everyday = sideBySide(scene.meanwhile());
            faults.strike(scene.fault(), everyday);
            everyday.get();
        }
    }

    /**
     * Within the month. Not while an import is under way: what is alive renews its claims, but cannot outrun a leap.
     */
    private void moveOn(Duration after) {
        if (!imports.areUnderWay()) {
            var to = fleet.now().plus(after);
            var latest = almanac.endOf(almanac.monthOf(fleet.now())).minus(Duration.ofDays(1));
            fleet.leap(to.isBefore(latest) ? to : latest);
        }
    }

    private CompletableFuture<Void> sideBySide(List<Everyday> operations) {
        var queue = new ConcurrentLinkedQueue<>(operations);
        var lanes = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < LANES; i++) {
            lanes.add(CompletableFuture.runAsync(
                    () -> {
                        for (var next = queue.poll(); next != null; next = queue.poll()) {
                            people.perform(next);
                        }
                    },
                    Thread::startVirtualThread));
        }
        return CompletableFuture.allOf(lanes.toArray(CompletableFuture[]::new));
    }

    /** Returns which promises are broken, once everything has been delivered and all that has ended is settled. */
    List<String> brokenPromises() throws Exception {
        imports.awaitAll();
        fleet.awaitAll();
        admin.letClaimsExpire();
        oracle.deleted().stream().filter(deletedTwice::add).forEach(people::delete); // as the application does itself
        admin.awaitDelivery();
        admin.settle();
        admin.awaitDelivery();
        admin.awaitCalendars();
        var broken = new ArrayList<>(admin.takeComplaints());
        broken.addAll(repairBoards());
        long daysMissing = admin.daysMissing();
        if (daysMissing > 0) {
            broken.add("bitmaps lack " + daysMissing + " days that MySQL has");
        }
        admin.awaitDelivery(); // the job that deletes learners a second time may have run meanwhile
        var books = archive.read(admin.undelivered());
        broken.addAll(Promises.broken(oracle, books));
        broken.addAll(neighbours.broken());
        chronicle.note(fleet.now(), "compared " + books.ledger().size() + " rows of ledgers");
        return broken;
    }

    /**
     * A live board that a fault has struck may differ from the ledger, if the drift report says so: then it is
     * rebuilt.
     */
    private List<String> repairBoards() throws Exception {
        var broken = new ArrayList<String>();
        for (long season : admin.takeSuspects()) {
            if (archive.isLive(season)) {
                var shown = archive.liveBoard(season).stream().collect(toMap(Place::learner, Place::points));
                var totals = archive.totals(season).stream().collect(toMap(Total::learner, Total::points));
                if (!shown.equals(totals) && admin.drift(season) == 0) {
                    broken.add("the drift report of season " + season + " says nothing of what differs");
                }
                admin.rebuild(season);
            }
        }
        return broken;
    }

    @Override
    public void close() {
        try {
            fleet.close();
        } finally {
            grounds.close();
        }
    }
}
