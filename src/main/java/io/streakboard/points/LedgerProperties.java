package io.streakboard.points;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param expiryInterval how often to look for ledgers that have outlived {@code streakboard.season.retention} */
@ConfigurationProperties("streakboard.points")
record LedgerProperties(@DefaultValue("1m") Duration expiryInterval) {}
