package io.streakboard.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.PartitionSelectorException;
import java.util.stream.Stream;

/**
 * Tells the errors of a Redis Cluster that pass by themselves, and with which Redis has done nothing: a slot has half
 * moved, no node has it at the moment, or it has moved again and again while the client followed. Such a command may be
 * sent once more, whatever it does.
 */
final class NotExecuted {

    private NotExecuted() {}

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
        return Stream.of("TRYAGAIN ", "CLUSTERDOWN ", "MOVED ", "ASK ").anyMatch(error::startsWith);
    }
}
