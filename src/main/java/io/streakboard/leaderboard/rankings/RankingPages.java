package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.set.PageCursor;
import io.streakboard.leaderboard.live.set.SnapshotPages.Shown;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Pages of a ranking: by number from the current ranking, or by cursor from a snapshot, so that they are consistent. A
 * first page with a cursor comes from the snapshot of that cursor.
 *
 * <p>A cursor that contains a member is sealed, together with the name of its ranking: it does not fit another period,
 * and where the member is a hidden learner, a forged id or the same id elsewhere would narrow down who that is.
 */
@Component
class RankingPages {

    /** The number of entries before the page. */
    private static final Pattern SETTLED = Pattern.compile("\\d{1,10}");

    private final LiveBoards live;
    private final VisibilityFilter filter;
    private final Pseudonyms pseudonyms;

    RankingPages(LiveBoards live, VisibilityFilter filter, Pseudonyms pseudonyms) {
        this.live = live;
        this.filter = filter;
        this.pseudonyms = pseudonyms;
    }

    Shown first(NamedRanking of, int size, @Nullable String me) {
        return of.edition() == null
                ? settled(of, 0, size, me)
                : sealed(of, live.pages(of.edition()).begin(size, me));
    }

    Page page(NamedRanking of, int number, int size, @Nullable String me) {
        return of.ranking().page((number - 1L) * size, size, me);
    }

    /** A cursor of a live ranking does not fit the settled ranking, and vice versa. */
    Shown after(NamedRanking of, String given, int size, @Nullable String me) {
        var cursor = opened(of, given);
        var known = Cursor.read(cursor, 1, List::getFirst);
        if (of.edition() == null) {
            if (PageCursor.isOne(known)) {
                throw expired();
            }
            return settled(of, Cursor.read(cursor, 1, fields -> Long.parseLong(fields.getFirst())), size, me);
        }
        if (SETTLED.matcher(known).matches() || cursor.equals(given) && namesMember(cursor)) {
            throw expired();
        }
        return sealed(of, live.pages(of.edition()).read(cursor, size, me).orElseThrow(RankingPages::expired));
    }

    /** The snapshot or ranking of a cursor is no longer kept. */
    private static Problem expired() {
        return Problem.of(
                HttpStatus.GONE,
                "cursor-expired",
                "The cursor's pages are no longer kept. Begin again with the first page.");
    }

    private Shown sealed(NamedRanking of, Shown shown) {
        var next = shown.next();
        return next == null || !namesMember(next)
                ? shown
                : new Shown(shown.page(), pseudonyms.sealed(sealedFor(of) + next));
    }

    private String opened(NamedRanking of, String given) {
        if (!Pseudonyms.isSealed(given)) {
            return given;
        }
        var text = pseudonyms.opened(given).orElseThrow(Cursor::notReturned);
        if (!text.startsWith(sealedFor(of))) {
            throw expired();
        }
        return text.substring(sealedFor(of).length());
    }

    private String sealedFor(NamedRanking ranking) {
        return filter.key(ranking) + "\n";
    }

    private static boolean namesMember(String cursor) {
        return PageCursor.of(cursor) instanceof PageCursor.Keyset;
    }

    /** A settled ranking needs no snapshot: its cursor is the number of entries before. */
    private static Shown settled(NamedRanking of, long offset, int size, @Nullable String me) {
        if (offset < 0 || offset > Integer.MAX_VALUE) {
            throw Cursor.notReturned();
        }
        var page = of.ranking().page(offset, size, me);
        return new Shown(page, offset + size < page.total() ? Cursor.of(offset + size) : null);
    }
}
