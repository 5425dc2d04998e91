package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param boards the boards besides the points board */
@ConfigurationProperties("streakboard")
record ConfiguredBoards(@DefaultValue List<BoardRule> boards) {}
