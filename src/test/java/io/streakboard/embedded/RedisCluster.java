package io.streakboard.embedded;

import static io.lettuce.core.cluster.models.partitions.ClusterPartitionParser.parse;
import static java.util.stream.Collectors.joining;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.springframework.util.FileSystemUtils;

/**
 * A Redis Cluster of three masters on 127.0.0.1, each with as many replicas as asked for. A master that has died is
 * replaced by its replica within some three seconds, and stays in the list of the nodes.
 */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int KEYS_A_STEP = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final List<RedisServer> nodes;
    private final Map<Integer, StatefulRedisConnection<String, String>> connections = new HashMap<>();
    private final RedisClient client = RedisClient.create();

    private RedisCluster(List<RedisServer> nodes) {
        this.nodes = nodes;
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .build());
    }

    /** Starts an empty cluster; what an earlier run has left in the folder is removed. */
    public static RedisCluster startIn(Path folder, int replicas) {
        var settings = EmbeddedSettings.in(folder);
        FileSystemUtils.deleteRecursively(folder.toFile());
        var cluster = new RedisCluster(IntStream.range(0, MASTERS * (1 + replicas))
                .mapToObj(number -> RedisServer.node(settings, "node-" + number))
                .toList());
        try {
            cluster.form();
        } catch (RuntimeException failure) {
            cluster.close();
            throw failure;
        }
        return cluster;
    }

    private void form() {
        nodes.stream()
                .map(node -> CompletableFuture.runAsync(node::start))
                .toList()
                .forEach(CompletableFuture::join);
        for (int master = 0; master < MASTERS; master++) {
            int first = SlotHash.SLOT_COUNT * master / MASTERS;
            int last = SlotHash.SLOT_COUNT * (master + 1) / MASTERS;
            on(nodes.get(master)).clusterAddSlots(IntStream.range(first, last).toArray());
        }
        for (int node = 0; node < nodes.size(); node++) {
            on(nodes.get(node)).clusterSetConfigEpoch(node + 1L);
        }
        for (var node : nodes) { // all at once: it would take seconds until they had heard of each other
            nodes.stream()
                    .filter(other -> other != node)
                    .forEach(other -> on(node).clusterMeet("127.0.0.1", other.port()));
        }
        await(() -> nodes.stream().allMatch(node -> known(node) == nodes.size()));
        for (int replica = MASTERS; replica < nodes.size(); replica++) {
            on(nodes.get(replica)).clusterReplicate(id(nodes.get(replica % MASTERS)));
        }
        await(() -> nodes.stream().allMatch(this::joined));
    }

    private long known(RedisServer node) {
        return parse(on(node).clusterNodes()).stream()
                .filter(each -> !each.is(RedisClusterNode.NodeFlag.HANDSHAKE))
                .count();
    }

    private boolean joined(RedisServer node) {
        var replication = on(node).info("replication");
        return on(node).clusterInfo().contains("cluster_state:ok")
                && nodes.stream().allMatch(other -> replicas(other) == nodes.size() - MASTERS)
                && (replication.contains("role:master") || replication.contains("master_link_status:up"));
    }

    private long replicas(RedisServer node) {
        return parse(on(node).clusterNodes()).stream()
                .filter(each -> each.getSlaveOf() != null)
                .count();
    }

    /** The Spring properties that connect an application to the cluster. */
    public Map<String, Object> properties() {
        return Map.of(
                "spring.data.redis.cluster.nodes",
                nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(joining(",")));
    }

    private static int slot(String key) {
        return SlotHash.getSlot(key);
    }

    /** The master that has the slot of a key. */
    public RedisServer master(String key) {
        return nodes.stream()
                .filter(node -> tells(node, each -> each.hasSlot(slot(key))))
                .findFirst()
                .orElseThrow();
    }

    /** A master that does not have the slot of a key. */
    public RedisServer anotherMaster(String key) {
        var master = master(key);
        return nodes.stream()
                .filter(node -> node != master)
                .filter(node -> tells(node, each -> !each.hasNoSlots()))
                .findFirst()
                .orElseThrow();
    }

    private boolean tells(RedisServer node, Function<RedisClusterNode, Boolean> question) {
        try {
            return parse(on(node).clusterNodes()).stream()
                    .filter(each -> each.is(RedisClusterNode.NodeFlag.MYSELF))
                    .anyMatch(question::apply);
        } catch (RuntimeException dead) {
            return false;
        }
    }

    /** Moves the slot of a key to another master, with all its keys, as {@code redis-cli --cluster reshard} does. */
    public void move(String key, RedisServer target) throws Exception {
        whileMoving(key, target, () -> null);
    }

    /** Moves the slot of a key to another master, and does something while the first keys alone have moved. */
    public void whileMoving(String key, RedisServer target, Callable<?> action) throws Exception {
        int slot = slot(key);
        var source = master(key);
        on(target).clusterSetSlotImporting(slot, id(source));
        on(source).clusterSetSlotMigrating(slot, id(target));
        migrate(source, target, on(source).clusterGetKeysInSlot(slot, 1));
        action.call();
        for (var keys = keys(source, slot); !keys.isEmpty(); keys = keys(source, slot)) {
            migrate(source, target, keys);
        }
        on(target).clusterSetSlotNode(slot, id(target));
        on(source).clusterSetSlotNode(slot, id(target));
    }

    private void migrate(RedisServer source, RedisServer target, List<String> keys) {
        if (!keys.isEmpty()) {
            on(source)
                    .migrate(
                            "127.0.0.1", target.port(), 0, PATIENCE.toMillis(), MigrateArgs.Builder.<String>keys(keys));
        }
    }

    private List<String> keys(RedisServer node, int slot) {
        return on(node).clusterGetKeysInSlot(slot, KEYS_A_STEP);
    }

    /** Kills the master that has a key with {@code kill -9}, and returns it when its replica has taken over. */
    public RedisServer failOver(String key) {
        var dead = master(key);
        dead.kill();
        await(() -> nodes.stream()
                .filter(node -> node != dead)
                .filter(node -> tells(node, each -> each.hasSlot(slot(key))))
                .anyMatch(node -> on(node).clusterInfo().contains("cluster_state:ok")));
        return dead;
    }

    /** Starts a node that was killed, and returns when it is a replica of its successor. */
    public void restart(RedisServer node) {
        node.start();
        await(() -> reachable(node) && nodes.stream().allMatch(this::joined));
    }

    private boolean reachable(RedisServer node) {
        return nodes.contains(node) && tells(node, each -> true);
    }

    /** Whether the nodes still list one that has died. */
    public boolean listsDeadNode() {
        return nodes.stream()
                .anyMatch(node -> reachable(node)
                        && parse(on(node).clusterNodes()).stream()
                                .anyMatch(each -> each.is(RedisClusterNode.NodeFlag.FAIL)));
    }

    private String id(RedisServer node) {
        return on(node).clusterMyId();
    }

    /** The commands of one node alone. */
    public synchronized RedisCommands<String, String> on(RedisServer node) {
        var connection =
                connections.computeIfAbsent(node.port(), port -> client.connect(RedisURI.create("127.0.0.1", port)));
        return connection.sync();
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The cluster did not get ready");
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    @Override
    public void close() {
        client.close();
        nodes.parallelStream().forEach(RedisServer::close);
    }
}
