package io.streakboard.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.PartitionSelectorException;
import java.util.stream.Stream;

/**
 * Tells the errors of a Redis Cluster that pass by themselves: a slot has half moved, no node has it at the moment, or
 * it has moved again and again while the client followed. Redis has done nothing then, so such a command may be sent
 * once more, whatever it does. Only a script that puts names of keys together is broken off where it uses one that is
 * not there. Our scripts may run twice anyway, as the client sends them again after a reconnect.
 */
final class RefusedForNow {

    private RefusedForNow() {}

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
