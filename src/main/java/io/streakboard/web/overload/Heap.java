package io.streakboard.web.overload;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.springframework.stereotype.Component;

/** How full the last garbage collection left the heap. Between collections most of what is in use is garbage. */
@Component
class Heap {

    private static final double NEARLY_FULL = 0.85;
    private static final double FULL = 0.93;

    /** After so long without a collection the figure is out of date: the instance allocates little and has room. */
    private static final Duration BELIEVED = Duration.ofSeconds(5);

    private record Occupancy(double share, long since) {

        boolean exceeds(double limit) {
            return share > limit && System.nanoTime() - since < BELIEVED.toNanos();
        }
    }

    private final Set<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    private volatile Occupancy last = new Occupancy(0, System.nanoTime());

    Heap() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener((notification, handback) -> collected(notification), null, null);
            }
        }
    }

    /** Only sign-ins are still taken. */
    boolean isNearlyFull() {
        return last.exceeds(NEARLY_FULL);
    }

    /** No request is taken. */
    boolean isFull() {
        return last.exceeds(FULL);
    }

    private void collected(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            var collection = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            if (freesMemory(collection.getGcAction())) {
                double bytes = collection.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                        .filter(pool -> pools.contains(pool.getKey()))
                        .mapToLong(pool -> pool.getValue().getUsed())
                        .sum();
                last = new Occupancy(bytes / Runtime.getRuntime().maxMemory(), System.nanoTime());
            }
        }
    }

    /** While a collector works beside the application, it tells of its pauses, too. All garbage is still there then. */
    static boolean freesMemory(String action) {
        return !action.endsWith("pause");
    }
}
