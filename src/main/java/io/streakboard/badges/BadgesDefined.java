package io.streakboard.badges;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether there is a badge: without any, nothing listens and nothing runs. */
class BadgesDefined implements org.springframework.context.annotation.Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                .bind("streakboard.badges.definitions[0]", Bindable.mapOf(String.class, Object.class))
                .isBound();
    }
}
