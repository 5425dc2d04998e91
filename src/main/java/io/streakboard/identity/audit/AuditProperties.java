package io.streakboard.identity.audit;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param retention how long the records of admins' actions are kept */
@ConfigurationProperties("streakboard.audit")
record AuditProperties(@DefaultValue("730d") Duration retention) {

    AuditProperties {
        if (retention.isNegative() || retention.isZero()) {
            throw new IllegalArgumentException("streakboard.audit.retention must be positive");
        }
    }
}
