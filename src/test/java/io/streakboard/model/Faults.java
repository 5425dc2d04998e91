package io.streakboard.model;

import static org.awaitility.Awaitility.await;

import io.streakboard.model.Operation.ClientsStall;
import io.streakboard.model.Operation.DatabaseOnlyReads;
import io.streakboard.model.Operation.Drift;
import io.streakboard.model.Operation.Fault;
import io.streakboard.model.Operation.ImportFile;
import io.streakboard.model.Operation.KillDatabase;
import io.streakboard.model.Operation.KillInstance;
import io.streakboard.model.Operation.KillRedis;
import io.streakboard.model.Operation.MonthEnds;
import io.streakboard.model.Operation.Nothing;
import io.streakboard.model.Operation.PauseInstance;
import io.streakboard.model.Operation.RedisGoesBack;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.process.SlowClients;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;

/** Performs faults while everyday operations go on. */
final class Faults {

    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private static final int SOME = 10;
    private static final String SERVICE = "Authorization: Bearer " + DevelopmentToken.of("stalls", "service") + "\r\n";

    private final Client client;
    private final Fleet fleet;
    private final Grounds grounds;
    private final Imports imports;
    private final MonthEnd monthEnd;
    private final Admin admin;

    Faults(Client client, Fleet fleet, Grounds grounds, Imports imports, MonthEnd monthEnd, Admin admin) {
        this.client = client;
        this.fleet = fleet;
        this.grounds = grounds;
        this.imports = imports;
        this.monthEnd = monthEnd;
        this.admin = admin;
    }

    /** Returns when the fault is over. What it takes to get going again may still be under way. */
    void strike(Fault fault, Future<?> everyday) throws Exception {
        switch (fault) {
            case Nothing ignored -> {}
            case KillInstance kill -> killInstance(kill.instance());
            case PauseInstance pause -> pause(pause.instance(), everyday);
            case KillRedis ignored -> killRedis(everyday);
            case KillDatabase ignored -> killDatabase(everyday);
            case DatabaseOnlyReads ignored -> onlyRead(everyday);
            case ClientsStall stall -> stall(stall, everyday);
            case RedisGoesBack ignored -> redisGoesBack(everyday);
            case Drift drift -> drift(drift.points());
            case ImportFile file -> importFile(file, everyday);
            case MonthEnds ends -> monthEnd.pass(ends.how(), everyday);
        }
    }

    private void killInstance(int instance) {
        fleet.kill(instance);
        grounds.removeJobLocks();
        fleet.start(instance);
    }

    private void pause(int instance, Future<?> everyday) {
        var paused = fleet.ready(instance);
        paused.pause();
        try {
            forAWhile(everyday, answers(SOME));
        } finally {
            paused.resume();
        }
    }

    private void killRedis(Future<?> everyday) {
        grounds.killRedis();
        try {
            forAWhile(everyday, refusals());
        } finally {
            grounds.startRedis();
        }
    }

    private void killDatabase(Future<?> everyday) {
        grounds.killDatabase();
        try {
            forAWhile(everyday, answers(SOME));
        } finally {
            grounds.startDatabase();
        }
    }

    private void onlyRead(Future<?> everyday) {
        grounds.databaseTakesWrites(false);
        try {
            forAWhile(everyday, answers(SOME));
        } finally {
            grounds.databaseTakesWrites(true);
        }
    }

    private void stall(ClientsStall stall, Future<?> everyday) {
        var port = fleet.ready(stall.instance()).port();
        try (var clients = new SlowClients(port, stall.number(), SlowClients.beginningOfABody(SERVICE))) {
            forAWhile(everyday, answers(SOME));
        }
    }

    private BooleanSupplier answers(int number) {
        int before = client.answered();
        return () -> client.answered() >= before + number;
    }

    private BooleanSupplier refusals() {
        int before = client.unanswered();
        return () -> client.unanswered() > before;
    }

    private static void forAWhile(Future<?> everyday, BooleanSupplier enough) {
        try {
            await().pollInSameThread()
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(A_WHILE)
                    .until(() -> enough.getAsBoolean() || everyday.isDone());
        } catch (ConditionTimeoutException longEnough) {
            // nobody came
        }
    }

    /** What Redis alone had would rightly be lost: so everything has reached MySQL before it goes back. */
    private void redisGoesBack(Future<?> everyday) throws Exception {
        imports.awaitAll();
        var copy = grounds.copyRedis();
        everyday.get();
        admin.awaitDelivery();
        grounds.startRedisFrom(copy);
        admin.suspectAllBoards();
        admin.awaitCalendars();
    }

    private void drift(int points) {
        imports.awaitAll();
        try (var redis = grounds.redis()) {
            LiveBoards.shift(redis, points).ifPresent(admin::suspect);
        }
    }

    private void importFile(ImportFile file, Future<?> everyday) {
        var run = imports.begin(file);
        switch (file.strikes()) {
            case NOBODY -> {}
            case THE_INSTANCE -> {
                run.awaitRows();
                run.interrupted();
                killInstance(run.instance());
            }
            case REDIS -> {
                run.awaitRows();
                run.interrupted();
                killRedis(everyday);
            }
            case THE_DATABASE -> {
                run.awaitRows();
                run.interrupted();
                killDatabase(everyday);
            }
        }
        imports.follow(run);
    }
}
