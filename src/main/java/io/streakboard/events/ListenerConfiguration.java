package io.streakboard.events;

import io.streakboard.web.Outage;
import io.streakboard.web.RateLimitedLogger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.interceptor.AsyncUncaughtExceptionHandler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

@Configuration(proxyBeanMethods = false)
class ListenerConfiguration implements AsyncConfigurer {

    private final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(ListenerConfiguration.class));
    private final ObjectProvider<Publications> publications;

    ListenerConfiguration(ObjectProvider<Publications> publications) {
        this.publications = publications;
    }

    /**
     * The registry runs a failed listener again. While a store is away or refuses, listeners fail quietly, and no event
     * is parked for that.
     */
    @Override
    public AsyncUncaughtExceptionHandler getAsyncUncaughtExceptionHandler() {
        return (failure, listener, event) -> {
            log.failure(
                    "%s.%s failed and will be run again"
                            .formatted(listener.getDeclaringClass().getSimpleName(), listener.getName()),
                    failure);
            if (Outage.is(failure)) {
                publications.getObject().forgiveTries();
            }
        };
    }

    /**
     * Runs the event listeners. It is bounded, so that a backlog waits in Redis (the journal) or in MySQL (the
     * registry) and never in the heap, and so that listeners cannot take all connections of the pool.
     */
    @Bean({"applicationTaskExecutor", "taskExecutor"}) // the second is the name that @Async looks for
    static ThreadPoolTaskExecutor applicationTaskExecutor(
            EventsProperties properties, RejectedDeliveryHandler rejectedDeliveryHandler) {
        var executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("listener-");
        executor.setCorePoolSize(properties.listenerThreads());
        executor.setMaxPoolSize(properties.listenerThreads());
        executor.setQueueCapacity(properties.listenerQueue());
        executor.setRejectedExecutionHandler(rejectedDeliveryHandler);
        executor.setWaitForTasksToCompleteOnShutdown(true);
        executor.setAwaitTerminationSeconds(20);
        return executor;
    }
}
