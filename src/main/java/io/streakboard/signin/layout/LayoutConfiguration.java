package io.streakboard.signin.layout;

import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.partition.Partitions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class LayoutConfiguration {

    @Bean
    Partitions partitions(JdbcClient jdbc, PartitionProperties properties, CalendarProperties calendar) {
        return new StoredLayout(jdbc).partitions(properties.partitions(), calendar.layout());
    }
}
