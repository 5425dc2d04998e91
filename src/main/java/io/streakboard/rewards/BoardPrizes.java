package io.streakboard.rewards;

import io.streakboard.leaderboard.BoardFinal;
import io.streakboard.leaderboard.Boards;
import io.streakboard.leaderboard.Boards.BoardEntry;
import io.streakboard.rewards.RewardProperties.Band;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Gives the best learners of a final ranking the prizes of their ranks, which equal scores may share. On a board with
 * partitions only the ranking over all has prizes. Points are dated at the instant when the ranking became final.
 */
@Component
class BoardPrizes {

    private static final int PAGE_SIZE = 500;

    private final RewardProperties properties;
    private final Boards boards;
    private final Prizes prizes;

    BoardPrizes(RewardProperties properties, Boards boards, Prizes prizes) {
        this.properties = properties;
        this.boards = boards;
        this.prizes = prizes;
        properties.boards().keySet().forEach(this::check);
    }

    private void check(String board) {
        if (!boards.mayEndWithLearners(board)) {
            throw new IllegalArgumentException("streakboard.rewards.boards." + board
                    + ": is not a board in streakboard.boards with members 'learner' that does not slide");
        }
    }

    /** Opens no transaction, as the ledger opens one for each try. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(BoardFinal ranking) {
        var bands = properties.boards().getOrDefault(ranking.board(), List.of());
        if (ranking.partition() != null) {
            return;
        }
        long last = RewardProperties.lastRank(bands);
        long lastRead = 0;
        for (long first = 1; lastRead < last; first += PAGE_SIZE) {
            var entries = boards.finalPlaces(ranking.edition(), first, PAGE_SIZE);
            give(ranking, entries, bands);
            lastRead = entries.size() < PAGE_SIZE ? last : entries.getLast().rank() - 1;
        }
    }

    private void give(BoardFinal ranking, List<BoardEntry> entries, List<Band> bands) {
        prizes.give(entries.stream()
                .flatMap(entry -> prize(ranking, entry, bands))
                .filter(prize -> prize.learner() > 0)
                .toList());
    }

    private static Stream<Prize> prize(BoardFinal ranking, BoardEntry entry, List<Band> bands) {
        return RewardProperties.of(bands, entry.rank()).stream()
                .map(band -> new Prize(
                        ranking.edition(),
                        ranking.board(),
                        ranking.period(),
                        Long.parseLong(entry.member()),
                        entry.rank(),
                        band.points(),
                        band.title(),
                        ranking.at()));
    }
}
