package io.streakboard.rewards;

import io.streakboard.leaderboard.BoardFinal;
import io.streakboard.leaderboard.Boards;
import io.streakboard.leaderboard.Boards.BoardEntry;
import io.streakboard.rewards.RewardRules.Band;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Gives the best learners of a final ranking the prizes of their ranks, which equal scores may share. On a board with
 * partitions only the ranking over all has prizes. The rules at the end of the edition decide. Points are dated at the
 * instant when the ranking became final.
 */
@Component
class BoardPrizes {

    private static final int PAGE_SIZE = 500;

    private final RewardSection rules;
    private final Boards boards;
    private final Prizes prizes;

    BoardPrizes(RewardSection rules, Boards boards, Prizes prizes) {
        this.rules = rules;
        this.boards = boards;
        this.prizes = prizes;
    }

    /** Opens no transaction, as the ledger opens one for each try. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(BoardFinal ranking) {
        if (ranking.partition() != null) {
            return;
        }
        var inForce = rules.at(Objects.requireNonNullElse(ranking.endedAt(), ranking.at()));
        var bands = inForce.of(ranking.board());
        long last = RewardRules.lastRank(bands);
        long lastRead = 0;
        for (long first = 1; lastRead < last; first += PAGE_SIZE) {
            var entries = boards.finalPlaces(ranking.edition(), first, PAGE_SIZE);
            prizes.give(of(ranking, entries, bands), inForce.ranked());
            lastRead = entries.size() < PAGE_SIZE ? last : entries.getLast().rank() - 1;
        }
    }

    private static List<Prize> of(BoardFinal ranking, List<BoardEntry> entries, List<Band> bands) {
        return entries.stream()
                .flatMap(entry -> prize(ranking, entry, bands))
                .filter(prize -> prize.learner() > 0)
                .toList();
    }

    private static Stream<Prize> prize(BoardFinal ranking, BoardEntry entry, List<Band> bands) {
        return RewardRules.of(bands, entry.rank()).stream()
                .map(band -> new Prize(
                        ranking.edition(),
                        ranking.board(),
                        ranking.period(),
                        Long.parseLong(entry.member()),
                        entry.rank(),
                        band.points(),
                        band.defaultTitle(),
                        ranking.at()));
    }
}
