package io.streakboard.embedded;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.test.context.ContextConfiguration;

/**
 * On a Spring test: its context has an empty schema and an empty logical Redis database on the {@link SharedServers}, or a
 * Redis Cluster of its own.
 * Tests that share a cached context share its databases; two contexts never see each other's data. Redis' channels
 * (publish and subscribe) belong to no logical database: all contexts hear them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ContextConfiguration(initializers = FreshDatabases.class)
public @interface WithFreshDatabases {}
