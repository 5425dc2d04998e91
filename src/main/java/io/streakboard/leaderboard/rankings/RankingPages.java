package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.LivePages.Shown;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.set.PageStart;
import io.streakboard.web.Cursor;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Pages of a ranking: by their number as the ranking is now, or by a cursor so that they fit each other. A first page
 * that is not the last comes from the snapshot that its cursor goes on with.
 */
@Component
class RankingPages {

    /** The number of entries before the page. */
    private static final Pattern SETTLED = Pattern.compile("\\d{1,10}");

    private final LiveBoards live;

    RankingPages(LiveBoards live) {
        this.live = live;
    }

    Shown first(NamedRanking of, int size, @Nullable String me) {
        return of.edition() == null
                ? settled(of, 0, size, me)
                : live.pages(of.edition()).begin(size, me);
    }

    Page page(NamedRanking of, int number, int size, @Nullable String me) {
        return of.ranking().page((number - 1L) * size, size, me);
    }

    /** A cursor of the time when the ranking still changed does not fit it any more, and the other way round. */
    Shown after(NamedRanking of, String cursor, int size, @Nullable String me) {
        var known = Cursor.read(cursor, 1, List::getFirst);
        if (of.edition() == null) {
            if (PageStart.isOne(known)) {
                throw CursorExpired.now();
            }
            return settled(of, Cursor.read(cursor, 1, fields -> Long.parseLong(fields.getFirst())), size, me);
        }
        if (SETTLED.matcher(known).matches()) {
            throw CursorExpired.now();
        }
        return live.pages(of.edition()).read(cursor, size, me).orElseThrow(CursorExpired::now);
    }

    /** What no longer changes needs no snapshot: its cursor is the number of entries before. */
    private static Shown settled(NamedRanking of, long offset, int size, @Nullable String me) {
        if (offset < 0 || offset > Integer.MAX_VALUE) {
            throw Cursor.notReturned();
        }
        var page = of.ranking().page(offset, size, me);
        return new Shown(page, offset + size < page.total() ? Cursor.of(offset + size) : null);
    }
}
