package io.streakboard.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisClusterTests {

    @TempDir
    Path folder;

    @Test
    void slotsMoveAndReplicasTakeOver() throws Exception {
        try (var cluster = RedisCluster.startIn(folder, 1)) {
            var first = cluster.master("{1}");
            cluster.on(first).set("{1}:kept", "1");
            var second = cluster.anotherMaster("{1}");

            cluster.move("{1}", second);
            assertThat(cluster.master("{1}")).isEqualTo(second);
            assertThat(cluster.on(second).get("{1}:kept")).isEqualTo("1");

            var dead = cluster.failOver("{1}");
            assertThat(dead).isEqualTo(second);
            assertThat(cluster.listsDeadNode()).isTrue();
            assertThat(cluster.on(cluster.master("{1}")).get("{1}:kept")).isEqualTo("1");

            cluster.restart(dead);
            assertThat(cluster.listsDeadNode()).isFalse();
        }
    }
}
