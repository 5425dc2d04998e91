package io.streakboard.support;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets all tests wait for three minutes, not for ten seconds: what is awaited has to come, not to come fast, and the
 * machine may be busy. Most of it comes soon, so they look often at first, and then every 100 ms.
 */
public final class PatientAwaits implements LauncherSessionListener {

    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(100);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(3));
        Awaitility.setDefaultPollDelay(FIRST);
        Awaitility.setDefaultPollInterval((count, before) -> next(before));
    }

    private static Duration next(Duration before) {
        var next = before.isZero() ? FIRST : before.multipliedBy(2);
        return next.compareTo(LONGEST) < 0 ? next : LONGEST;
    }
}
