package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class BoardsConfiguration {

    @Bean
    BoardRules boardRules(ConfiguredBoards properties, PointsBoardDefinition points) {
        BoardRuleValidator.refuse(BoardRuleValidator.in(properties.boards(), points));
        return new BoardRules(properties.boards(), BoardRule.ofPoints(points.buckets()));
    }
}
