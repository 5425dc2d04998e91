package io.streakboard.support;

import io.streakboard.embedded.WithFreshDatabases;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestConstructor;
import org.springframework.test.context.TestConstructor.AutowireMode;

/**
 * The whole application on real servers, started once for all tests that say so: they keep apart by learners of their
 * own and seasons of their own. The clock starts at noon in the middle of a month, so that no test meets a midnight,
 * and the jobs that tests drive by hand do nothing by themselves.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.prometheus.metrics.export.enabled=true",
            "streakboard.rate-limits.enabled=false",
            "streakboard.zone=Asia/Shanghai",
            "streakboard.clock.start=2026-11-18T12:00:00+08:00",
            "streakboard.signin.check-interval=2s",
            "streakboard.updates.heartbeat=1s",
            "streakboard.season.first=1970-01",
            "streakboard.season.quiet-period=1d",
            "streakboard.season.max-open-past-seasons=10000",
            "streakboard.settlement.interval=1d",
            "streakboard.settlement.copy-interval=1d",
            "streakboard.events.check-interval=1d",
            "streakboard.events.listener-queue=1000", // or a delivery would wait for the check
            "streakboard.imports.check-interval=1d",
            "streakboard.deletions.check-interval=1d",
            "streakboard.feed.enabled=true",
            "streakboard.badges.check-interval=1d",
            "streakboard.groups.enabled=true",
            "streakboard.leagues.enabled=true",
            "streakboard.leagues.check-interval=1d",
            "streakboard.events.max-attempts=3"
        })
@ActiveProfiles({"development", "courses"})
@WithFreshDatabases
@Import({Api.class, Rest.class})
@TestConstructor(autowireMode = AutowireMode.ALL)
public @interface IntegrationTest {}
