package io.streakboard.embedded;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Three nodes of MySQL in Group Replication with one primary, at the group's default time-outs. */
public final class MySqlGroup implements AutoCloseable {

    private static final int NODES = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NAME = "6a1f5f0e-6f39-4d1c-9b52-0d4f3f1f7c11";

    /** @param groupPort where the other nodes reach it */
    private record Node(DatabaseServer server, int number, int groupPort) {}

    private final List<Node> nodes;

    /** Killed or paused: not asked about the group. */
    private final Set<DatabaseServer> away = new HashSet<>();

    private MySqlGroup(List<Node> nodes) {
        this.nodes = nodes;
    }

    /** Starts the nodes and returns when all are in the group; the first one is its primary. */
    public static MySqlGroup startIn(Path folder) {
        var nodes = new ArrayList<Node>();
        for (int number = 1; number <= NODES; number++) {
            var home = folder.resolve("node-" + number);
            nodes.add(new Node(DatabaseServer.of(EmbeddedSettings.in(home)), number, ServerProcess.freePort()));
        }
        var group = new MySqlGroup(nodes);
        try {
            group.begin();
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
        return group;
    }

    private void begin() {
        for (var node : nodes) {
            start(node);
        }
        run(nodes.getFirst().server, "SET GLOBAL group_replication_bootstrap_group = ON");
        join(nodes.getFirst().server);
        run(nodes.getFirst().server, "SET GLOBAL group_replication_bootstrap_group = OFF");
        nodes.stream().skip(1).forEach(node -> join(node.server));
        awaitWhole();
    }

    private void start(Node node) {
        var seeds = nodes.stream().map(each -> "127.0.0.1:" + each.groupPort).collect(Collectors.joining(","));
        node.server.start(
                "--server-id=" + node.number,
                "--log-bin=binlog",
                "--gtid-mode=ON",
                "--enforce-gtid-consistency=ON",
                "--report-host=127.0.0.1",
                "--plugin-load-add=group_replication.so",
                "--loose-group-replication-group-name=" + NAME,
                "--loose-group-replication-local-address=127.0.0.1:" + node.groupPort,
                "--loose-group-replication-group-seeds=" + seeds,
                "--loose-group-replication-start-on-boot=OFF", // see join
                "--loose-group-replication-member-expel-timeout=0",
                "--loose-group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER",
                "--loose-group-replication-recovery-get-public-key=ON");
    }

    private static void join(DatabaseServer node) {
        run(
                node,
                "CHANGE REPLICATION SOURCE TO SOURCE_USER = '%s', SOURCE_PASSWORD = '%s' FOR CHANNEL '%s'"
                        .formatted(node.user(), node.password(), "group_replication_recovery"));
        run(node, "START GROUP_REPLICATION");
    }

    /** Returns when all nodes are in the group, as each of them sees it. */
    public void awaitWhole() {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> nodes.stream().allMatch(node -> online(node.server) == NODES));
    }

    private static long online(DatabaseServer node) {
        return jdbc(node)
                .sql("SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE'")
                .query(Long.class)
                .single();
    }

    /** The only node that takes writes; waits until there is one. */
    public DatabaseServer primary() {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> present().filter(MySqlGroup::takesWrites).toList(), found -> found.size() == 1)
                .getFirst();
    }

    private Stream<DatabaseServer> present() {
        return nodes.stream().map(Node::server).filter(server -> !away.contains(server));
    }

    private static boolean takesWrites(DatabaseServer node) {
        return jdbc(node)
                .sql("SELECT NOT @@GLOBAL.read_only")
                .query(Boolean.class)
                .single();
    }

    public List<DatabaseServer> secondaries() {
        var primary = primary();
        return present().filter(server -> server != primary).toList();
    }

    /** A planned switch. Returns when the node is the primary. */
    public void switchTo(DatabaseServer node) {
        var id = jdbc(node).sql("SELECT @@server_uuid").query(String.class).single();
        jdbc(primary())
                .sql("SELECT group_replication_set_as_primary(?)")
                .param(id)
                .query(String.class)
                .single();
    }

    public void kill(DatabaseServer node) {
        away.add(node);
        node.kill();
    }

    /** Starts a killed node, which gets from the others what it missed. */
    public void restart(DatabaseServer node) {
        nodes.stream().filter(each -> each.server == node).forEach(this::start);
        away.remove(node);
        join(node);
        awaitWhole();
    }

    public void pause(DatabaseServer node) {
        away.add(node);
        node.pause();
    }

    public void resume(DatabaseServer node) {
        node.resume();
        away.remove(node);
    }

    /** The address of all nodes, for an application. */
    public String jdbcUrl(String schema) {
        var first = nodes.getFirst().server;
        var hosts =
                nodes.stream().map(node -> "127.0.0.1:" + node.server.port()).collect(Collectors.joining(","));
        return first.jdbcUrl(schema).replace("127.0.0.1:" + first.port(), hosts);
    }

    private static void run(DatabaseServer node, String sql) {
        jdbc(node).sql(sql).update();
    }

    private static JdbcClient jdbc(DatabaseServer node) {
        return JdbcClient.create(node.dataSource(""));
    }

    @Override
    public void close() {
        nodes.forEach(node -> {
            node.server.resume();
            node.server.kill(); // a node that leaves in order would wait for the others
        });
    }
}
