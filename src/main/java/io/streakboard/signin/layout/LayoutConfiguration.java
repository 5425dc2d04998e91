package io.streakboard.signin.layout;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.start.ConfigurationCheck;
import io.streakboard.time.BusinessTime;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class LayoutConfiguration {

    @Bean
    ConfigurationCheck layoutCheck(CalendarProperties calendar, LearnerKeys keys) {
        return () -> StoredLayout.requireDense(calendar.layout(), keys.areTexts());
    }

    @Bean
    Partitions partitions(JdbcClient jdbc, CalendarProperties calendar, BusinessTime time, LearnerKeys keys) {
        StoredLayout.requireDense(calendar.layout(), keys.areTexts());
        var stored = new StoredLayout(jdbc);
        var partitions = stored.partitions(calendar.partitions(), calendar.layout());
        stored.require(time.zone());
        stored.require(keys.setting());
        return partitions;
    }
}
