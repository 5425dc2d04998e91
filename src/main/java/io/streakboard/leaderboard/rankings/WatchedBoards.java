package io.streakboard.leaderboard.rankings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.rankings.RankingViews.MyRank;
import io.streakboard.leaderboard.rankings.RankingViews.RankingView;
import io.streakboard.leaderboard.updates.WatchedRanking;
import io.streakboard.time.BusinessTime;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Rankings for streams. Each poll finds the current ranking anew. */
@Component
class WatchedBoards {

    private static final int SIZE = 20;
    private static final Duration PAUSE_WITHOUT_EDITION = Duration.ofSeconds(2);

    /** All watchers get the same page, without a next one. */
    @JsonIgnoreProperties({"me", "next"})
    private interface Shared {}

    private final Rankings rankings;
    private final RankingViews views;
    private final VisibilityFilter filter;
    private final LiveBoards live;
    private final BusinessTime time;
    private final JsonMapper json;

    WatchedBoards(
            Rankings rankings,
            RankingViews views,
            VisibilityFilter filter,
            LiveBoards live,
            BusinessTime time,
            JsonMapper json) {
        this.rankings = rankings;
        this.views = views;
        this.filter = filter;
        this.live = live;
        this.time = time;
        this.json = json.rebuild().addMixIn(RankingView.class, Shared.class).build();
    }

    /** @param language a language of the title */
    WatchedRanking of(String board, RankingQuery query, String language) {
        return new WatchedBoard(board, query, language);
    }

    private class WatchedBoard implements WatchedRanking {

        private final String board;
        private final RankingQuery query;
        private final String language;

        /** When to look again for a ranking without scores, in nanoseconds. */
        private long nextCheck = System.nanoTime();

        private String lastVersion = "";

        WatchedBoard(String board, RankingQuery query, String language) {
            this.board = board;
            this.query = query;
            this.language = language;
        }

        private NamedRanking found() {
            return rankings.find(board, query);
        }

        /**
         * Versions in Redis begin with the time, so that no two editions share one. A ranking compared with yesterday
         * also changes at midnight, and each privacy choice of a learner changes the visible members. A ranking without
         * version in Redis is read once a minute: deleted learners leave it. A missing ranking is looked for less
         * often, because that queries MySQL.
         */
        @Override
        public String version() {
            if (System.nanoTime() - nextCheck < 0) {
                return lastVersion;
            }
            var found = found();
            nextCheck = System.nanoTime() + (found.edition() == null ? PAUSE_WITHOUT_EDITION.toNanos() : 0);
            lastVersion = version(found);
            return lastVersion;
        }

        private String version(NamedRanking found) {
            long choices = found.board().members() == Members.LEARNER ? filter.version() : 0;
            var version = ofRanking(found);
            return version + (choices == 0 ? "" : "-" + choices) + (found.filling() ? "-filling" : "");
        }

        private String ofRanking(NamedRanking found) {
            var edition = found.edition();
            long version = edition == null ? 0 : live.of(edition).version();
            if (edition == null || version == 0) {
                // Only characters that fit an HTTP header, in which a client returns it.
                return URLEncoder.encode(found.period().key(), UTF_8) + "."
                        + time.now().truncatedTo(ChronoUnit.MINUTES);
            }
            return edition.comparesDays() ? version + "." + time.today() : Long.toString(version);
        }

        @Override
        public String top() {
            var found = found();
            return json.writeValueAsString(views.ofStream(found, found.ranking().page(0, SIZE, null), language));
        }

        @Override
        public Optional<Map<String, String>> standings(Collection<String> members) {
            var found = found();
            var page = found.ranking().amongNotCompared(members, null);
            return page.degraded() || found.filling()
                    ? Optional.empty()
                    : Optional.of(page.entries().stream()
                            .collect(toMap(
                                    Entry::member,
                                    entry -> json.writeValueAsString(new MyRank(entry.rank(), entry.score())))));
        }
    }
}
