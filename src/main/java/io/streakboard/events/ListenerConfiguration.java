package io.streakboard.events;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    /**
     * Runs the event listeners. It is bounded, so that a backlog waits in Redis (the journal) or in MySQL (the
     * registry) and never in the heap, and so that listeners cannot take all connections of the pool.
     */
    @Bean({"applicationTaskExecutor", "taskExecutor"}) // the second is the name that @Async looks for
    ThreadPoolTaskExecutor applicationTaskExecutor(EventsProperties properties, Overflow overflow) {
        var executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("listener-");
        executor.setCorePoolSize(properties.listenerThreads());
        executor.setMaxPoolSize(properties.listenerThreads());
        executor.setQueueCapacity(properties.listenerQueue());
        executor.setTaskDecorator(overflow::task);
        executor.setRejectedExecutionHandler(overflow);
        executor.setWaitForTasksToCompleteOnShutdown(true);
        executor.setAwaitTerminationSeconds(20);
        return executor;
    }
}
