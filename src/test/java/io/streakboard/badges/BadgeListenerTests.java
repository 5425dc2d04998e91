package io.streakboard.badges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.points.PointsAwarded;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.modulith.events.core.EventPublicationRegistry;
import org.springframework.modulith.events.core.PublicationTargetIdentifier;
import org.springframework.modulith.events.support.PersistentApplicationEventMulticaster;
import org.springframework.transaction.event.TransactionalEventListenerFactory;

/** What the registry stores for the listeners. */
class BadgeListenerTests {

    private final BadgeSection badges = mock(BadgeSection.class);
    private final List<PublicationTargetIdentifier> stored = new ArrayList<>();

    private void publish() {
        var registry = mock(EventPublicationRegistry.class);
        when(registry.store(any(), any())).thenAnswer(call -> {
            Stream<PublicationTargetIdentifier> listeners = call.getArgument(1);
            listeners.forEach(stored::add);
            return List.of();
        });
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(
                    AbstractApplicationContext.APPLICATION_EVENT_MULTICASTER_BEAN_NAME,
                    PersistentApplicationEventMulticaster.class,
                    () -> new PersistentApplicationEventMulticaster(() -> registry, StandardEnvironment::new));
            context.registerBean(TransactionalEventListenerFactory.class);
            context.registerBean("badgeSection", BadgeSection.class, () -> badges);
            context.registerBean(
                    BadgeListener.class,
                    () -> new BadgeListener(badges, mock(BadgeAwarder.class), mock(BusinessTime.class)));
            context.refresh();
            context.publishEvent(new PointsAwarded(List.of()));
        }
    }

    @Test
    void withoutBadgesNothingIsStored() {
        when(badges.listens()).thenReturn(false);

        publish();

        assertThat(stored).isEmpty();
    }

    @Test
    void withBadgesOnePublicationIsStored() {
        when(badges.listens()).thenReturn(true);

        publish();

        assertThat(stored)
                .singleElement()
                .satisfies(each ->
                        assertThat(Objects.requireNonNull(each.getValue())).contains("BadgeListener"));
    }
}
