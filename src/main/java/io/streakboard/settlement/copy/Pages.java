package io.streakboard.settlement.copy;

import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The table {@code settlement_page}: ranges of ranks, claimed one at a time by any instance. */
@Component
public class Pages {

    /** A range of ranks with the epoch of the claim on it. */
    public record ClaimedPage(int page, long firstRank, int size, int epoch) {}

    /** @param done the number of copied pages */
    public record CopyProgress(int pages, int done, TotalsSum copied) {

        public boolean complete() {
            return done == pages;
        }
    }

    /** An instance at work on a page; it is paused or dead if the claim is old. */
    public record PageClaim(int page, String by, Instant since) {}

    public static final int RANKS = 10_000;
    private static final Duration CLAIM_LASTS = Duration.ofSeconds(60);

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final BusinessTime time;
    private final Instance instance;

    Pages(JdbcClient jdbc, JdbcTemplate batches, BusinessTime time, Instance instance) {
        this.instance = instance;
        this.jdbc = jdbc;
        this.batches = batches;
        this.time = time;
    }

    /** Divides a board into pages. Replaces any earlier plan and voids its claims. */
    @Transactional
    public void plan(long season, long members) {
        int epoch = jdbc.sql("SELECT COALESCE(MAX(epoch), 0) FROM settlement_page WHERE season_id = ?")
                .param(season)
                .query(Integer.class)
                .single();
        jdbc.sql("DELETE FROM settlement_page WHERE season_id = ?")
                .param(season)
                .update();
        var pages = new ArrayList<Object[]>();
        for (long before = 0; before < members; before += RANKS) {
            pages.add(new Object[] {season, pages.size(), before + 1, Math.min(RANKS, members - before), epoch});
        }
        batches.batchUpdate("""
                INSERT INTO settlement_page (season_id, page, first_rank, size, done, epoch)
                VALUES (?, ?, ?, ?, FALSE, ?)
                """, pages);
    }

    /** Claims a page that is neither copied nor under a valid claim. */
    @Transactional
    public Optional<ClaimedPage> claim(long season) {
        var now = time.now();
        var free = jdbc.sql("""
                        SELECT page, first_rank, size, epoch + 1 AS epoch FROM settlement_page
                         WHERE season_id = ? AND NOT done AND (claimed_at IS NULL OR claimed_at < ?)
                         ORDER BY page LIMIT 1 FOR UPDATE SKIP LOCKED
                        """)
                .params(season, Utc.column(now.minus(CLAIM_LASTS)))
                .query(ClaimedPage.class)
                .optional();
        free.ifPresent(page -> jdbc.sql("""
                        UPDATE settlement_page SET epoch = ?, claimed_at = ?, claimed_by = ?
                         WHERE season_id = ? AND page = ?
                        """)
                .params(page.epoch(), Utc.column(now), instance.getName(), season, page.page())
                .update());
        return free;
    }

    /** Whether a claim is still the latest; if so, holds the page until the caller's transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean hold(long season, ClaimedPage page) {
        return jdbc.sql("""
                        SELECT 1 FROM settlement_page
                         WHERE season_id = ? AND page = ? AND epoch = ? AND NOT done FOR UPDATE
                        """)
                .params(season, page.page(), page.epoch())
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    void finish(long season, ClaimedPage page, TotalsSum copied) {
        jdbc.sql("""
                        UPDATE settlement_page SET done = TRUE, finished_at = ?, learners = ?, points = ?
                         WHERE season_id = ? AND page = ?
                        """)
                .params(Utc.column(time.now()), copied.learners(), copied.points(), season, page.page())
                .update();
    }

    /** Marks a page to be copied again; returns whether it exists. */
    public boolean reopen(long season, int page) {
        return jdbc.sql("""
                                UPDATE settlement_page SET done = FALSE, epoch = epoch + 1, claimed_at = NULL
                                 WHERE season_id = ? AND page = ?
                                """).params(season, page).update() == 1;
    }

    /** The claims on pages not copied yet. */
    public List<PageClaim> claims(long season) {
        return jdbc.sql("""
                        SELECT page, claimed_by, claimed_at FROM settlement_page
                         WHERE season_id = ? AND NOT done AND claimed_at IS NOT NULL ORDER BY page
                        """)
                .param(season)
                .query((row, number) ->
                        new PageClaim(row.getInt("page"), row.getString("claimed_by"), Utc.instant(row, "claimed_at")))
                .list();
    }

    /** Number of copied pages by instance. */
    public Map<String, Integer> copiers(long season) {
        var copiers = new TreeMap<String, Integer>();
        jdbc.sql("""
                        SELECT claimed_by, COUNT(*) AS pages FROM settlement_page
                         WHERE season_id = ? AND done AND claimed_by IS NOT NULL GROUP BY claimed_by
                        """).param(season).query(row -> {
            copiers.put(row.getString("claimed_by"), row.getInt("pages"));
        });
        return copiers;
    }

    public CopyProgress progress(long season) {
        return jdbc.sql("""
                        SELECT COUNT(*) AS pages, COALESCE(SUM(done), 0) AS done,
                               COALESCE(SUM(learners), 0) AS learners, COALESCE(SUM(points), 0) AS points
                          FROM settlement_page WHERE season_id = ?
                        """)
                .param(season)
                .query((row, number) -> new CopyProgress(
                        row.getInt("pages"),
                        row.getInt("done"),
                        new TotalsSum(row.getLong("learners"), row.getLong("points"))))
                .single();
    }

    /** Seasons with pages to copy. */
    public List<Long> open() {
        return jdbc.sql("SELECT DISTINCT season_id FROM settlement_page WHERE NOT done")
                .query((row, number) -> row.getLong(1))
                .list();
    }
}
