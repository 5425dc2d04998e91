package io.streakboard.events;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalApplicationListener;

/** The listeners to which the registry delivers, and their ids. */
@Component
class Listeners {

    private final AbstractApplicationContext context;

    Listeners(AbstractApplicationContext context) {
        this.context = context;
    }

    List<TransactionalApplicationListener<?>> all() {
        return context.getApplicationListeners().stream()
                .filter(TransactionalApplicationListener.class::isInstance)
                .<TransactionalApplicationListener<?>>map(listener -> (TransactionalApplicationListener<?>) listener)
                .filter(listener -> listener.getTransactionPhase() == TransactionPhase.AFTER_COMMIT)
                .toList();
    }

    Set<String> ids() {
        return all().stream()
                .map(TransactionalApplicationListener::getListenerId)
                .collect(Collectors.toSet());
    }
}
