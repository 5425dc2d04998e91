package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.lang.Thread.State;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LearnerNamesTests {

    private final Map<Long, LearnerProfile> rows = new ConcurrentHashMap<>();
    private final ProfileTable table = mock(ProfileTable.class);
    private final LearnerNames names = new LearnerNames(table, mock(DeletedLearners.class));

    /** The first request has read its own name, but does not show it before the second one has set another. */
    @Test
    void ofTwoRequestsThatNameOneLearnerAtOnceTheLaterNameIsShown() throws Exception {
        var read = new CountDownLatch(1);
        var replaced = new CountDownLatch(1);
        doAnswer(call -> {
                    rows.putAll(call.getArgument(0));
                    return null;
                })
                .when(table)
                .set(any());
        when(table.read(any())).thenAnswer(call -> {
            var stored = Map.copyOf(rows);
            if (read.getCount() > 0) {
                read.countDown();
                replaced.await();
            }
            return stored;
        });

        var first = Thread.ofPlatform().start(() -> name("Ada"));
        read.await();
        var second = Thread.ofPlatform().start(() -> name("Grace"));
        await().until(() -> second.getState() == State.BLOCKED || second.getState() == State.TERMINATED);
        replaced.countDown();
        first.join();
        second.join();

        assertThat(names.profiles(List.of(1L)).get(1L))
                .extracting(LearnerProfile::name)
                .isEqualTo("Grace");
    }

    private void name(String name) {
        names.set(Map.of(1L, new LearnerProfile(name, null, true)));
    }
}
