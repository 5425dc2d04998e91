package io.streakboard.settlement.copy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts the ranks of a board into pages. Each page belongs to one part of the board. The order of pages advances all
 * parts evenly, so that pages copied at the same time come from several masters.
 */
final class PagePlan {

    /** @param progress the copied share of its part before this page: from 0 to less than 1 */
    record PageRange(long firstRank, int size, double progress) {}

    private PagePlan() {}

    /**
     * @param parts number of members of each part, best scores first
     * @param most maximum ranks of a page
     */
    static List<PageRange> of(List<Long> parts, int most) {
        var pages = new ArrayList<PageRange>();
        long before = 0;
        for (long members : parts) {
            for (long cut = 0; cut < members; cut += most) {
                int size = (int) Math.min(most, members - cut);
                pages.add(new PageRange(before + cut + 1, size, (double) cut / members));
            }
            before += members;
        }
        pages.sort(Comparator.comparingDouble(PageRange::progress));
        return pages;
    }
}
