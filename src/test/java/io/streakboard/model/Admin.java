package io.streakboard.model;

import static org.awaitility.Awaitility.await;

import io.streakboard.process.ApplicationProcess;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * Waits until everything has been delivered and settled, and does what an admin has to: has a board rebuilt, and a
 * settlement tried again, whose proof says that they differ. Only of boards that a fault has struck may it say so.
 */
final class Admin {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int TRIES = 9;
    private static final Duration CLAIMS_LAST = Duration.ofMinutes(2);

    private final Fleet fleet;
    private final Grounds grounds;
    private final Almanac almanac;
    private final Chronicle chronicle;
    private final Set<Long> suspects = new HashSet<>();
    private final List<String> complaints = new ArrayList<>();

    Admin(Fleet fleet, Grounds grounds, Almanac almanac, Chronicle chronicle) {
        this.fleet = fleet;
        this.grounds = grounds;
        this.almanac = almanac;
        this.chronicle = chronicle;
    }

    /** From now on the board of a season may differ from the ledger. */
    void suspect(long season) {
        suspects.add(season);
    }

    void suspectAllBoards() {
        suspects.addAll(grounds.jdbc()
                .sql("SELECT id FROM season WHERE state <> 'SETTLED'")
                .query((row, number) -> row.getLong(1))
                .list());
    }

    /** The seasons whose boards faults have struck; from now on they are trusted again. */
    List<Long> takeSuspects() {
        var all = List.copyOf(suspects);
        suspects.clear();
        return all;
    }

    /** What went wrong that the books do not show. */
    List<String> takeComplaints() {
        var all = List.copyOf(complaints);
        complaints.clear();
        return all;
    }

    /** Returns when nothing is on its way: the journal is empty, and so is the event publication registry. */
    void awaitDelivery() {
        await("delivery")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> backlog() == 0 && count("event_publication") == 0);
    }

    long undelivered() throws Exception {
        var parked = read("/actuator/journal").get("parked").size();
        return backlog() + parked + count("event_publication") + count("event_publication_parked");
    }

    private long backlog() throws Exception {
        return StreamSupport.stream(read("/actuator/journal").get("partitions").spliterator(), false)
                .mapToLong(partition -> partition.get("backlog").asLong())
                .sum();
    }

    private long count(String table) {
        return grounds.jdbc()
                .sql("SELECT COUNT(*) FROM " + table)
                .query(Long.class)
                .single();
    }

    /** Returns when no calendar lacks a day. */
    void awaitCalendars() {
        await("calendars").atMost(PATIENCE).ignoreExceptions().until(() -> {
            var report = read("/actuator/signins");
            return !report.get("degraded").asBoolean()
                    && !report.get("inProgress").asBoolean();
        });
    }

    /** How many days bitmaps lack that MySQL has, once nothing is being rebuilt. */
    long daysMissing() {
        var missing = new AtomicLong();
        await("comparison of calendars").atMost(PATIENCE).ignoreExceptions().until(() -> {
            var report = Client.JSON.readTree(instance()
                    .actuate("/actuator/signins", "{\"action\":\"verify\"}")
                    .body());
            missing.set(report.get("drift").get("onlyInMySql").asLong());
            return !report.get("degraded").asBoolean()
                    && !report.get("inProgress").asBoolean();
        });
        return missing.get();
    }

    /** Returns when every season is settled whose grace is over, or when not even an admin could help. */
    void settle() {
        for (int tries = 1; !isSettled(); tries++) {
            if (tries == TRIES) {
                unsettled()
                        .forEach(season -> complaints.add("season " + season + " is not settled: " + details(season)));
                return;
            }
            letClaimsExpire();
        }
    }

    private boolean isSettled() {
        try {
            await("settlement")
                    .atMost(PATIENCE.dividedBy(TRIES))
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .until(() -> {
                        attendToMismatches();
                        return unsettled().isEmpty();
                    });
            return true;
        } catch (ConditionTimeoutException notYet) {
            return false;
        }
    }

    private List<Long> unsettled() {
        return grounds.jdbc()
                .sql("SELECT id FROM season WHERE ends_at <= ? AND state <> 'SETTLED'")
                .param(Utc.column(fleet.now().minus(almanac.grace())))
                .query((row, number) -> row.getLong(1))
                .list();
    }

    private void attendToMismatches() throws Exception {
        var mismatches = grounds.jdbc()
                .sql("SELECT season_id, detail FROM settlement_step WHERE state = 'MISMATCH'")
                .query((row, number) -> Map.entry(row.getLong(1), row.getString(2)))
                .list();
        for (var mismatch : mismatches) {
            long season = mismatch.getKey();
            chronicle.count("Mismatch");
            chronicle.note(fleet.now(), "season " + season + " differs: " + mismatch.getValue());
            if (suspects.add(season)) {
                complaints.add("the proof of season " + season + " failed, though nothing had happened to its board: "
                        + mismatch.getValue());
            }
            rebuild(season);
            instance().actuate("/actuator/seasons/" + season, "{\"action\":\"retry\"}");
        }
    }

    /** Returns when the board is rebuilt: another rebuild may be under way. */
    void rebuild(long season) {
        await("rebuild of " + season)
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> instance()
                                .actuate(
                                        "/actuator/boards/points",
                                        "{\"action\":\"rebuild\",\"season\":\"" + season + "\"}")
                                .statusCode()
                        == 200);
    }

    /** How many learners' points differ, according to the drift report. */
    long drift(long season) throws Exception {
        var drift = read("/actuator/boards/points?season=" + season).get("drift");
        return drift.get("missing").asLong()
                + drift.get("different").asLong()
                + drift.get("surplus").asLong();
    }

    /** What an instance that died had claimed runs out. */
    void letClaimsExpire() {
        fleet.leap(fleet.now().plus(CLAIMS_LAST));
    }

    private String details(long season) {
        try {
            return read("/actuator/seasons/" + season).toString();
        } catch (Exception failure) {
            return failure.toString();
        }
    }

    private JsonNode read(String path) throws Exception {
        return Client.JSON.readTree(instance().actuator(path).body());
    }

    private ApplicationProcess instance() throws Exception {
        return fleet.get(fleet.near(0));
    }
}
