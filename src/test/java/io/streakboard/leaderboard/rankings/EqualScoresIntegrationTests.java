package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.Days;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.web.Cursor;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Learners with equal scores of one second, one of them hidden: their order tells nothing of ids, and it is the same on
 * all reads, live and settled.
 */
@IntegrationTest
class EqualScoresIntegrationTests {

    private static final int LEARNERS = 12;
    private static final String EXAM = "/api/boards/exam/%s?period=";

    private final List<Long> learners =
            Stream.generate(Learners::next).limit(LEARNERS).toList();
    private final Api api;

    EqualScoresIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void theOrderOnThePointsBoardTellsNothingOfIdsAndOutlivesTheSettlement() {
        hide(learners.get(5));
        var month = Months.next();
        var some = order(earn(month));
        var other = order(earn(Months.next()));
        var live = reads(earn(month));

        assertThat(some).containsExactlyInAnyOrderElementsOf(learners);
        assertThat(some).isNotEqualTo(learners);
        assertThat(other).isNotEqualTo(learners).isNotEqualTo(some);
        api.settleAndClear(month);

        assertThat(order(earned(month))).isEqualTo(some);
        assertThat(reads(earned(month))).isEqualTo(live);
    }

    @Test
    void theOrderOnABoardTellsNothingOfIdsAndIsTheFinalOne() {
        hide(learners.get(5));
        var day = Days.next();
        var otherDay = Days.next();
        score(day);
        score(otherDay);
        var some = order(EXAM + day);
        var live = reads(EXAM + day);

        assertThat(some).containsExactlyInAnyOrderElementsOf(learners);
        assertThat(some).isNotEqualTo(learners);
        assertThat(order(EXAM + otherDay)).isNotEqualTo(learners).isNotEqualTo(some);
        api.close("exam", day.toString());

        // Only a settled ranking has cursors by number.
        await().until(() -> api.service()
                .get(EXAM.formatted("top") + day + "&size=5")
                .at("/next")
                .asString()
                .equals(Cursor.of(5)));
        assertThat(order(EXAM + day)).isEqualTo(some);
        assertThat(reads(EXAM + day)).isEqualTo(live);
    }

    /** What another learner sees: page by page, by number, around a neighbour, and some by their ids. */
    private List<List<String>> reads(String board) {
        var caller = api.learner(Learners.next());
        var byCursor = new ArrayList<String>();
        for (var cursor = ""; cursor != null; ) {
            var page = caller.get(board.formatted("top") + "&size=5" + cursor).has(200);
            byCursor.addAll(page.each("items", "member"));
            cursor = page.at("/next").isNull()
                    ? null
                    : "&cursor=" + page.at("/next").asString();
        }
        var byNumber = new ArrayList<String>();
        for (int page = 1; page <= 3; page++) {
            byNumber.addAll(members(caller, board.formatted("top") + "&size=5&page=" + page));
        }
        var around = members(caller, board.formatted("around/" + learners.getFirst()) + "&radius=" + LEARNERS);
        var ids = String.join(",", learners.stream().map(String::valueOf).toList());
        var shown = members(caller, board.formatted("members") + "&ids=" + ids);

        assertThat(byNumber).isEqualTo(byCursor).hasSize(LEARNERS);
        assertThat(around).isEqualTo(byCursor);
        assertThat(shown)
                .isEqualTo(byCursor.stream()
                        .filter(member -> !Pseudonyms.isSealed(member))
                        .toList())
                .hasSize(LEARNERS - 1);
        return List.of(byCursor, shown);
    }

    /** As admins see it. */
    private List<Long> order(String board) {
        var parts = board.split("/", 4)[3].split("/%s");
        return api.admin().actuator("/top/" + parts[0] + parts[1]).has(200).each("items", "member").stream()
                .map(Long::valueOf)
                .toList();
    }

    private static List<String> members(Caller caller, String path) {
        return caller.get(path).has(200).each("items", "member");
    }

    private void hide(long learner) {
        api.learner(learner).put("/api/me/privacy", Map.of("board", "hidden")).has(200);
    }

    /** Returns the routes of the month. */
    private String earn(YearMonth month) {
        var board = earned(month);
        api.take(learners.stream()
                .map(learner -> Api.activity(learner, "REVIEW", "equal", month + "-10T04:00:00Z"))
                .toList());
        awaitAll(board);
        return board;
    }

    private static String earned(YearMonth month) {
        return "/api/boards/points/%s?season=" + month;
    }

    private void score(LocalDate day) {
        api.score(
                "exam",
                learners.stream()
                        .map(learner -> Api.scoreOf(learner, 7, day + "-" + learner, day + "T04:00:00Z"))
                        .toList());
        awaitAll(EXAM + day);
    }

    private void awaitAll(String board) {
        await().until(() ->
                api.service().get(board.formatted("top")).has(200).at("/total").asInt() == LEARNERS);
    }
}
