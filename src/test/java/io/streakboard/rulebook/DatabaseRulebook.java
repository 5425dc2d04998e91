package io.streakboard.rulebook;

import io.streakboard.support.IntegrationTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestExecutionListeners;
import org.springframework.test.context.TestExecutionListeners.MergeMode;
import org.springframework.test.context.TestPropertySource;

/**
 * As {@link IntegrationTest}, with the rulebook in the database, so that tests publish versions by {@link
 * PublishedRules}. All tests that say so share one context and its databases: tests without published rules never see
 * any. After each class, the rules of the properties are in force again.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@IntegrationTest
@TestPropertySource(properties = "streakboard.rulebook.source=database")
@Import(PublishedRules.class)
@TestExecutionListeners(listeners = PublishedRules.Restored.class, mergeMode = MergeMode.MERGE_WITH_DEFAULTS)
public @interface DatabaseRulebook {}
