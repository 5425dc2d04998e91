package io.streakboard.time;

import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.stereotype.Component;

/** The business zone and its day in {@code /actuator/info}. */
@Component
class ZoneInfo implements InfoContributor {

    private final BusinessTime time;

    ZoneInfo(BusinessTime time) {
        this.time = time;
    }

    @Override
    public void contribute(Info.Builder info) {
        info.withDetail("zone", time.zone().getId())
                .withDetail("day", time.today().toString());
    }
}
