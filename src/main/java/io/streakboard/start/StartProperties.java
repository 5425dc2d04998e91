package io.streakboard.start;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** @param check reads the whole configuration, tells all mistakes and ends, without MySQL and Redis */
@ConfigurationProperties("streakboard")
record StartProperties(@Nullable String check) {}
