package io.streakboard.events;

import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    /**
     * Runs the event listeners. Bounded, and the publisher runs what does not fit: so a backlog waits in the journal in
     * Redis, never in the heap, and the listeners cannot drain the connection pool.
     */
    @Bean({"applicationTaskExecutor", "taskExecutor"}) // the second is the name that @Async looks for
    ThreadPoolTaskExecutor applicationTaskExecutor(EventsProperties properties) {
        var executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("listener-");
        executor.setCorePoolSize(properties.listenerThreads());
        executor.setMaxPoolSize(properties.listenerThreads());
        executor.setQueueCapacity(properties.listenerQueue());
        executor.setRejectedExecutionHandler(new CallerRunsPolicy());
        executor.setWaitForTasksToCompleteOnShutdown(true);
        executor.setAwaitTerminationSeconds(20);
        return executor;
    }
}
