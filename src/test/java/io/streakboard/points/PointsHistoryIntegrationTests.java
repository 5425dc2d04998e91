package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;

import io.streakboard.points.PointsHistory.SeasonEntry;
import io.streakboard.points.ledger.LateTable;
import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.points.ledger.LedgerTable.EntryFilter;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@IntegrationTest
class PointsHistoryIntegrationTests {

    private static final EntryFilter ALL = new EntryFilter(null, null, null);

    private final Api api;
    private final LedgerTable ledgers;
    private final SourceTitles titles;
    private final PointsHistory history;

    PointsHistoryIntegrationTests(
            Api api,
            LedgerTable ledgers,
            LateTable late,
            PointsTotals totals,
            SourceTitles titles,
            Seasons seasons,
            BusinessTime time) {
        this.api = api;
        this.ledgers = spy(ledgers);
        this.titles = spy(titles);
        this.history = new PointsHistory(this.ledgers, late, totals, this.titles, seasons, time);
    }

    @Test
    void manySeasonsAreReadByFewStatements() {
        long learner = Learners.next();
        var months = Stream.iterate(YearMonth.of(2017, 10), month -> month.plusMonths(1))
                .limit(9)
                .toList();
        months.forEach(month -> review(learner, "a", month + "-10T00:00:00Z"));
        months.forEach(month -> review(learner, "b", month + "-11T00:00:00Z"));

        var page = history.page(learner, ALL, null, 100);

        assertThat(page)
                .extracting(found -> found.season().name() + " " + found.entry().sourceId())
                .containsExactlyElementsOf(months.reversed().stream()
                        .flatMap(month -> Stream.of(month + " b", month + " a"))
                        .toList());
        verify(ledgers, atMost(2)).newestFirst(any(), anyLong(), any(), any(), anyInt());
        verify(titles).of(any());
    }

    @Test
    void pagesGoOnAcrossSeasons() {
        long learner = Learners.next();
        for (var month : List.of("2016-01", "2016-03", "2016-05", "2016-07", "2016-09", "2016-11")) {
            review(learner, "a", month + "-10T00:00:00Z");
            review(learner, "b", month + "-10T00:00:00Z");
            review(learner, "c", month + "-11T00:00:00Z");
        }
        var all = history.page(learner, ALL, null, 100);

        for (int limit : List.of(1, 2, 4, 17, 18)) {
            var paged = new ArrayList<SeasonEntry>();
            var page = history.page(learner, ALL, null, limit);
            for (;
                    !page.isEmpty();
                    page = history.page(learner, ALL, page.getLast().position(), limit)) {
                paged.addAll(page);
            }
            assertThat(paged).isEqualTo(all).hasSize(18);
        }
    }

    @Test
    void seasonsAfterTheLastDayAreReadOnlyIfTheyTookLateEntries() {
        var month = Months.next();
        long late = Learners.next();
        long other = Learners.next();
        review(Learners.next(), "first", month + "-10T00:00:00Z");
        api.settle(month);
        for (long learner : List.of(late, other)) {
            review(learner, "now", "2026-11-18T00:00:00Z");
        }
        review(late, "late", month + "-10T00:00:00Z");

        assertThat(history.page(late, filterTo(month.atEndOfMonth()), null, 10))
                .extracting(found -> found.season().name() + " " + found.entry().sourceId())
                .containsExactly("2026-11 late");
        assertThat(history.page(other, filterTo(month.atEndOfMonth()), null, 10))
                .isEmpty();
        verify(ledgers, atMost(3)).newestFirst(any(), anyLong(), any(), any(), anyInt());
    }

    private static EntryFilter filterTo(LocalDate day) {
        return new EntryFilter(null, null, day);
    }

    private void review(long learner, String sourceId, String at) {
        api.take(List.of(Api.activity(learner, "REVIEW", sourceId, at)));
    }
}
