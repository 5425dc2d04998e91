package io.streakboard.leaderboard.fed;

import io.streakboard.support.IntegrationTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.test.context.TestPropertySource;

/** As {@link IntegrationTest}, with boards that are fed by the ledger: points of the day, and lessons of the week. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@IntegrationTest
@TestPropertySource(
        properties = {
            "streakboard.boards[0].name=today",
            "streakboard.boards[0].period=day",
            "streakboard.boards[0].scores.from=points",
            "streakboard.boards[1].name=weekly",
            "streakboard.boards[1].period=week",
            "streakboard.boards[1].scores.from=count",
            "streakboard.boards[1].scores.types=LESSON",
            "streakboard.boards[2].name=cup" // with prizes
        })
public @interface FedBoards {}
