package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.ScorePacking;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names of an edition's Redis keys. They share the edition's hash tag, so that scripts and renames stay in one
 * cluster slot. {@code v3} is the encoding of the points board; a configured board adds the parts of its rule that
 * decide the content of the keys.
 *
 * <pre>
 * streakboard:board:{tag}:v3:live                sorted set  {@link BoardMember} by {@link ScorePacking}
 * streakboard:board:{tag}:v3-auto:live:1         sorted set  the better ones of a divided edition, up to live:31
 * streakboard:board:{tag}:v3-auto:live:buckets   string      the worst value of each set but the first, packed
 * streakboard:board:{tag}:v3:corrections         hash        member -> how often it changed and got no better
 * streakboard:board:{tag}:v3:details             hash        member -> {@link Details}
 * streakboard:board:{tag}:v3:distinct            sorted set  the worst value of each score, for dense ranks
 * streakboard:board:{tag}:v3:bound               string      the best trimmed member: value and member
 * streakboard:board:{tag}:v3:live:until          string      end of the day of live:before and live:after
 * streakboard:board:{tag}:v3:live:before         sorted set  values of moved members before that day
 * streakboard:board:{tag}:v3:live:after          sorted set  their current values
 * streakboard:board:{tag}:v3:version             string      rises with each change
 * streakboard:board:{tag}:v3:snapshot            hash        the latest snapshot
 * streakboard:board:{tag}:v3:snapshot:7.1795…    sorted set  a copy of the best members, and snapshot:7.1795…:distinct
 * streakboard:board:{tag}:v3:complete            string      mark: the edition has all scores in MySQL
 * streakboard:board:{tag}:v3:rebuilding          string      mark: updates go to the rebuilt keys as well
 * streakboard:board:{tag}:v3:rebuilt             sorted set  the next live one, and rebuilt:corrections,
 *                                                            rebuilt:details and so on
 * streakboard:board:{tag}:v3:rebuilt:written     set         members of a divided edition that were written since the
 *                                                            rebuild began
 * streakboard:board:{tag}:v3:rehearsal:3         sorted set  a copy of the live one, for a rehearsal
 * streakboard:board:{tag}:sealed                 string      mark: takes no more updates
 * streakboard:board:{tag}:marks                  string      name of the current mark of completeness
 * </pre>
 *
 * A new encoding has no mark of completeness yet, so each edition is rebuilt. Then the mark of the former encoding is
 * removed, see {@code LiveBoards.note}. The seal has no encoding: a sealed edition stays sealed.
 */
public final class BoardKeys {

    /** The most sorted sets of an edition. */
    public static final int MAX_SETS = 32;

    /** Suffixes of keys whose names scripts derive from the name of the first set. */
    private static final List<String> DERIVED = Stream.concat(
                    Stream.of(":buckets", ":until", ":before", ":after", ":written"),
                    IntStream.range(1, MAX_SETS).mapToObj(set -> ":" + set))
            .toList();

    private static final String COMPLETE = "complete";

    private final String tagged;
    private final String encoded;
    private final boolean divided;

    /** The keys of an edition by the name of its mark of completeness. */
    public static BoardKeys ofMark(String complete) {
        var encoded = complete.substring(0, complete.length() - COMPLETE.length());
        return new BoardKeys(encoded.substring(0, encoded.indexOf("}:") + 2), encoded, true);
    }

    /** The keys of an edition while its board had no buckets. */
    public static BoardKeys undivided(Edition edition) {
        var tagged = tagged(edition.tag());
        return new BoardKeys(tagged, tagged + edition.undividedEncoding() + ":", false);
    }

    public BoardKeys(Edition edition) {
        this.tagged = tagged(edition.tag());
        this.encoded = tagged + edition.encoding() + ":";
        this.divided = edition.isDivided();
    }

    private BoardKeys(String tagged, String encoded, boolean divided) {
        this.tagged = tagged;
        this.encoded = encoded;
        this.divided = divided;
    }

    public String live() {
        return encoded + "live";
    }

    /** All sets that the edition may have, worst scores first. */
    public List<String> sets() {
        return IntStream.range(0, divided ? MAX_SETS : 1)
                .mapToObj(set -> set == 0 ? live() : live() + ":" + set)
                .toList();
    }

    public String distinct() {
        return encoded + "distinct";
    }

    private String built(String part) {
        return encoded + "rebuilt" + part;
    }

    public String bound() {
        return encoded + "bound";
    }

    public String version() {
        return encoded + "version";
    }

    String snapshot() {
        return encoded + "snapshot";
    }

    public String complete() {
        return encoded + COMPLETE;
    }

    public String rebuilding() {
        return encoded + "rebuilding";
    }

    public String rehearsal(long rehearsal) {
        return encoded + "rehearsal:" + rehearsal;
    }

    public String sealed() {
        return tagged + "sealed";
    }

    public String marks() {
        return tagged + "marks";
    }

    /** For an edition of which only the tag is known. */
    public static String marks(String tag) {
        return tagged(tag) + "marks";
    }

    private static String tagged(String tag) {
        return "streakboard:board:{" + tag + "}:";
    }

    /** The keys that a script needs to read: the six of {@code ranking.lua}. */
    public List<String> shown() {
        return List.of(live(), encoded + "corrections", encoded + "details", distinct(), bound(), complete());
    }

    /** The keys that readers see, without the mark, the rebuilt keys and the seal. */
    public List<String> ranking() {
        return Stream.of(
                        shown().subList(0, shown().size() - 1),
                        DERIVED.stream().map(part -> live() + part).toList(),
                        List.of(version()))
                .flatMap(List::stream)
                .toList();
    }

    /** The keys of a rebuild, in the same order, without a mark. */
    public List<String> built() {
        return Stream.of("", ":corrections", ":details", ":distinct", ":bound")
                .map(this::built)
                .toList();
    }

    /** All keys that an unfinished rebuild leaves, without its mark. */
    public List<String> draft() {
        return Stream.concat(built().stream(), DERIVED.stream().map(this::built))
                .toList();
    }

    /** All keys of the edition except the snapshots. */
    public List<String> everything() {
        return Stream.of(
                        all(),
                        DERIVED.stream().map(part -> live() + part).toList(),
                        DERIVED.stream().map(this::built).toList())
                .flatMap(List::stream)
                .toList();
    }

    /** The keys that a script needs to change the edition: shown ones, rebuilt ones, marks and version. */
    public List<String> all() {
        var all = new ArrayList<>(shown());
        all.addAll(built());
        all.addAll(List.of(rebuilding(), sealed(), version()));
        return all;
    }
}
