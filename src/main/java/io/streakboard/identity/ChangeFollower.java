package io.streakboard.identity;

import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.TaskScheduler;

/** A bean that follows a table by a {@link ChangePoller}, from the start of the application to its end. */
public abstract class ChangeFollower implements SmartLifecycle {

    private final TaskScheduler scheduler;

    protected ChangeFollower(TaskScheduler scheduler) {
        this.scheduler = scheduler;
    }

    protected abstract ChangePoller<?> poller();

    /** Fails if MySQL does not answer. */
    @Override
    public void start() {
        poller().start(scheduler);
    }

    @Override
    public void stop() {
        poller().stop();
    }

    @Override
    public boolean isRunning() {
        return poller().isRunning();
    }
}
