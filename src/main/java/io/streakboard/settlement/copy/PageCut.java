package io.streakboard.settlement.copy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts the ranks of a board into pages. Each page belongs to one part of the board. The order of pages advances all
 * parts evenly, so that pages copied at the same time come from several masters.
 */
final class PageCut {

    /** @param progress the copied share of its part before this page: from 0 to less than 1 */
    record Stretch(long firstRank, int size, double progress) {}

    private PageCut() {}

    /**
     * @param parts number of members of each part, best scores first
     * @param most most ranks of a page
     */
    static List<Stretch> of(List<Long> parts, int most) {
        var stretches = new ArrayList<Stretch>();
        long before = 0;
        for (long members : parts) {
            for (long cut = 0; cut < members; cut += most) {
                int size = (int) Math.min(most, members - cut);
                stretches.add(new Stretch(before + cut + 1, size, (double) cut / members));
            }
            before += members;
        }
        stretches.sort(Comparator.comparingDouble(Stretch::progress));
        return stretches;
    }
}
