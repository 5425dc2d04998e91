package io.streakboard.leaderboard.fed;

import io.streakboard.points.PaidEntries.PaidEntry;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import java.util.stream.Stream;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Writes awards to the boards that the ledger feeds. While there is none, an award is not even registered for it. It
 * opens no transaction: the boards have their own.
 */
@Component
class LedgerListener {

    private final LedgerFeed feed;

    LedgerListener(LedgerFeed feed) {
        this.feed = feed;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED, condition = "@ledgerFeed.isNeeded()")
    void on(PointsAwarded awarded) {
        feed.take(
                feed.boards(),
                awarded.awards().stream().flatMap(LedgerListener::entry).toList());
    }

    /** A former version tells neither time nor season of an award: the fill reads it in the ledger. */
    private static Stream<PaidEntry> entry(Award award) {
        return award.occurredAt() == null || award.homeSeason() == null
                ? Stream.empty()
                : Stream.of(new PaidEntry(
                        award.learner(),
                        award.type(),
                        award.sourceId(),
                        award.homeSeason(),
                        award.points(),
                        award.occurredAt()));
    }
}
