package io.streakboard.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.PartitionSelectorException;
import java.util.stream.Stream;

/**
 * Recognizes the errors of a Redis Cluster that pass by themselves: a slot has half moved, no node has it at the
 * moment, or it moved again and again while the client followed. Redis executed nothing, so the command may be sent
 * again. The exception is a script that computes key names: it breaks off at the first key in another slot. All scripts
 * here may run twice anyway, because the client sends them again after a reconnect.
 */
final class TransientClusterError {

    private TransientClusterError() {}

    static boolean is(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (each instanceof PartitionSelectorException
                    || each instanceof RedisCommandExecutionException && passes(String.valueOf(each.getMessage()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean passes(String error) {
        return Stream.of("TRYAGAIN ", "CLUSTERDOWN ", "MOVED ", "ASK ").anyMatch(error::startsWith)
                || error.contains("cript attempted to access a non local key in a cluster node");
    }
}
