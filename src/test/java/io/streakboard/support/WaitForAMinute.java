package io.streakboard.support;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Lets all tests wait for a minute, not for ten seconds: what is awaited has to come, not to come fast. */
public final class WaitForAMinute implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
