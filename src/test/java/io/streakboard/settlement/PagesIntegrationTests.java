package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Copier;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import io.streakboard.settlement.steps.TableByHand;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/** Instances that copy side by side, and some that are paused meanwhile. */
class PagesIntegrationTests extends SettlementByHand {

    @Autowired
    private Pages pages;

    @Autowired
    private Copier copier;

    @Autowired
    private TransactionTemplate transactions;

    @Test
    void aPausedCopierWhosePageWasTakenOverWritesNothing() {
        var season = played(3);
        boards.seal(season);
        pages.plan(season.id(), 3);
        var paused = pages.claim(season.id()).orElseThrow();
        ageClaims(season);
        var latest = pages.claim(season.id()).orElseThrow();

        assertThat(copier.copy(SettlementSource.settling(season), paused)).isFalse();
        assertThat(ranked(season)).isEmpty();
        assertThat(copier.copy(SettlementSource.settling(season), latest)).isTrue();
        assertThat(copier.copy(SettlementSource.settling(season), latest))
                .as("twice")
                .isFalse();
        assertThat(ranked(season)).hasSize(3);
    }

    @Test
    void aClaimOfAnEarlierPlanWritesNothing() {
        var season = played(2);
        boards.seal(season);
        pages.plan(season.id(), 2);
        var paused = pages.claim(season.id()).orElseThrow();

        pages.plan(season.id(), 2);
        var latest = pages.claim(season.id()).orElseThrow();

        assertThat(copier.copy(SettlementSource.settling(season), paused)).isFalse();
        assertThat(copier.copy(SettlementSource.settling(season), latest)).isTrue();
    }

    @Test
    void aPausedTryOfTheTableStepDoesNotEmptyWhatOthersHaveFilled() {
        var season = played(3);
        seal(season);
        var paused = steps.begin(season.id(), Step.TABLE).orElseThrow();
        settle(season);

        var outcome = TableByHand.perform(tableStep, season, paused);

        assertThat(outcome).isEqualTo(new Waiting("a later try"));
        assertThat(ranked(season)).hasSize(3);
        assertThat(endpoint.season(season.name()).pagesDone()).isEqualTo(1);
    }

    @Test
    void theCopyingInstanceIsShown() {
        var season = played(2);
        pages.plan(season.id(), 2);
        assertThat(pages.claim(season.id())).isPresent();

        assertThat(endpoint.season(season.name()).claims())
                .singleElement()
                .extracting(Pages.PageClaim::by)
                .isEqualTo(ManagementFactory.getRuntimeMXBean().getName());
        assertThat(settle(season).copiedBy())
                .isEqualTo(Map.of(ManagementFactory.getRuntimeMXBean().getName(), 1));
    }

    @Test
    void aStaleClaimOnAPageWritesNothing() {
        var season = played(3);
        boards.seal(season);
        pages.plan(season.id(), 3);
        var stale = pages.claim(season.id()).orElseThrow();
        assertThat(pages.claim(season.id())).as("claimed by one").isEmpty();
        ageClaims(season);

        copier.copyAll(SettlementSource.settling(season));

        transactions.executeWithoutResult(status -> assertThat(pages.hold(season.id(), stale))
                .as("held by a stale claim")
                .isFalse());
        assertThat(pages.progress(season.id())).isEqualTo(new Pages.CopyProgress(1, 1, new TotalsSum(3, 60)));
    }

    @Test
    void aClaimThatWasTakenOverCannotBeHeldBeforeTheCopyEither() {
        var season = played(1);
        pages.plan(season.id(), 1);
        var stale = pages.claim(season.id()).orElseThrow();
        ageClaims(season);
        var latest = pages.claim(season.id()).orElseThrow();

        transactions.executeWithoutResult(status -> {
            assertThat(latest.epoch()).isGreaterThan(stale.epoch());
            assertThat(pages.hold(season.id(), stale)).isFalse();
            assertThat(pages.hold(season.id(), latest)).isTrue();
        });
    }

    /** As if they were a minute old. */
    private void ageClaims(Season season) {
        jdbc.sql("UPDATE settlement_page SET claimed_at = '2015-01-01' WHERE season_id = ?")
                .param(season.id())
                .update();
    }
}
