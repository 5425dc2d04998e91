package io.streakboard.web.outage;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.exceptions.CJException;
import com.mysql.cj.jdbc.ConnectionImpl;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.NonRegisteringDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the node that takes writes if the URL lists several hosts: {@code jdbc:mysql://a,b,c/streakboard}.
 * Connector/J itself takes the first host that answers, even if it only reads since a switch-over. An URL with one host
 * is opened by Connector/J as it is.
 *
 * <p>Once another host takes writes, connections to a host that has just not answered are aborted: on a primary that
 * hangs, their statements would wait for the time-out of the socket.
 */
public final class PrimaryDriver extends NonRegisteringDriver {

    /** In MySQL {@code super_read_only}, which a group sets on its secondaries, implies {@code read_only}. */
    private static final String READ_ONLY = "SELECT @@GLOBAL.read_only";

    private static final String NO_CONNECTION = "08001";

    /** A group needs seconds to elect a primary; a pool whose attempts fail at once would pause for as long. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final Logger log = LoggerFactory.getLogger(PrimaryDriver.class);

    /** The one that HikariCP uses. */
    static final PrimaryDriver REGISTERED = register();

    /** The host that took writes when last asked. A paused one would cost each new connection its time-out. */
    private volatile @Nullable String last;

    private final Set<JdbcConnection> opened =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    public PrimaryDriver() throws SQLException {
        // HikariCP tries it
    }

    private static PrimaryDriver register() {
        try {
            var driver = new PrimaryDriver();
            DriverManager.registerDriver(driver);
            return driver;
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Waits for a few seconds while no host takes writes. */
    @Override
    public @Nullable Connection connect(String url, Properties settings) throws SQLException {
        var hosts = hosts(url, settings);
        if (hosts.isEmpty()) {
            return super.connect(url, settings);
        }
        long begun = System.nanoTime();
        while (true) {
            try {
                return primary(hosts);
            } catch (SQLException noPrimary) {
                if (System.nanoTime() - begun > PATIENCE.toNanos()
                        || Thread.currentThread().isInterrupted()) {
                    throw noPrimary;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** The same without waiting. */
    @Nullable
    Connection connectAtOnce(String url, Properties settings) throws SQLException {
        var hosts = hosts(url, settings);
        return hosts.isEmpty() ? super.connect(url, settings) : primary(hosts);
    }

    /** Empty unless the URL is a list of hosts. */
    private static List<HostInfo> hosts(String url, Properties settings) throws SQLException {
        try {
            if (ConnectionUrl.acceptsUrl(url)) {
                var parsed = ConnectionUrl.getConnectionUrlInstance(url, settings);
                if (parsed.getType() == ConnectionUrl.Type.FAILOVER_CONNECTION) {
                    return parsed.getHostsList();
                }
            }
            return List.of();
        } catch (CJException malformed) {
            throw new SQLException(malformed.getMessage(), malformed);
        }
    }

    private Connection primary(List<HostInfo> hosts) throws SQLException {
        var silent = new HashSet<String>();
        var refusals = new ArrayList<SQLException>();
        for (var host : lastFirst(hosts)) {
            try {
                var connection = writable(host);
                last = host.getHostPortPair();
                abort(silent);
                return connection;
            } catch (SQLRecoverableException noAnswer) {
                silent.add(host.getHostPortPair());
                refusals.add(noAnswer);
            } catch (SQLException refusal) {
                refusals.add(refusal);
            }
        }
        var reason = refusals.getLast();
        refusals.removeLast();
        refusals.forEach(reason::addSuppressed);
        throw reason;
    }

    private List<HostInfo> lastFirst(List<HostInfo> hosts) {
        return hosts.stream()
                .sorted(Comparator.comparing(host -> !host.getHostPortPair().equals(last)))
                .toList();
    }

    private void abort(Set<String> hosts) {
        var former = Stream.of(opened.toArray(JdbcConnection[]::new))
                .filter(each -> hosts.contains(each.getHostPortPair()))
                .toList();
        for (var each : former) {
            opened.remove(each);
            try {
                each.abort(Thread::startVirtualThread);
            } catch (SQLException failure) {
                log.warn("A connection to {} was not aborted", each.getHostPortPair(), failure);
            }
        }
    }

    private JdbcConnection writable(HostInfo host) throws SQLException {
        var connection = ConnectionImpl.getInstance(host);
        opened.add(connection);
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(READ_ONLY)) {
            if (rows.next() && !rows.getBoolean(1)) {
                return connection;
            }
            throw new SQLTransientConnectionException(host.getHostPortPair() + " takes no writes", NO_CONNECTION);
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }
}
