package io.streakboard.leagues;

import io.streakboard.activities.PointsTypes;
import io.streakboard.start.ConfigurationCheck;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The leagues, with the points types of the rulebook; before there is one, with those of the properties. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeagueConfiguration {

    @Bean
    Leagues leagues(LeagueProperties properties, PointsTypes types) {
        return new Leagues(properties, types::codes);
    }

    @Bean
    ConfigurationCheck leaguesCheck(LeagueProperties properties, PointsTypes types) {
        return () -> new Leagues(properties, types::configured);
    }
}
