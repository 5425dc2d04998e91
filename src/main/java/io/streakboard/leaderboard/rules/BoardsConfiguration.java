package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class BoardsConfiguration {

    @Bean
    BoardRules boardRules(BoardsSection section, WrittenBoards written) {
        return new BoardRules(section::inForce, written::all);
    }
}
