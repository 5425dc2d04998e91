package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.Tiebreakers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class TiebreakersConfiguration {

    /** Uses the secret of pseudonyms. */
    @Bean
    Tiebreakers tiebreakers(JdbcClient jdbc) {
        return new Tiebreakers(jdbc.sql("SELECT LOWER(HEX(secret)) FROM board_secret")
                .query(String.class)
                .single());
    }
}
