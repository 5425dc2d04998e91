package io.streakboard.activities;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param clockSkew how far in the future an activity may lie, as clocks differ */
@ConfigurationProperties("streakboard.points")
record PointsProperties(@DefaultValue("1m") Duration clockSkew) {}
