package io.streakboard.rewards;

import static java.util.stream.Collectors.joining;

import io.streakboard.rewards.RewardRules.Band;
import io.streakboard.rulebook.RuleDocument;
import io.streakboard.rulebook.RuleSection;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.start.StartRefused;
import io.streakboard.web.CallerLanguage;
import io.streakboard.web.Features;
import io.streakboard.web.OfferedPrizes;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The prizes of boards, {@code boards.*.prizes}, and the member {@code prizes} of the rulebook. */
@Component
class RewardSection implements RuleSection<RewardRules>, Features, OfferedPrizes {

    private static final String MEMBER = "prizes";
    private static final Set<String> MEMBERS = Set.of("history", "ranked");
    private static final String BOARDS = "boards";
    private static final String OF_BOARDS = "streakboard.rewards.boards.";

    /** The section of the boards refuses other names. */
    private static final Pattern BOARD = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    private final RewardRules configured;
    private final Rulebook rulebook;

    RewardSection(RewardRules configured, Rulebook rulebook) {
        this.configured = configured;
        this.rulebook = rulebook;
    }

    /** The rules for editions and seasons that end at an instant. */
    RewardRules at(Instant instant) {
        return rulebook.at(this, instant);
    }

    @Override
    public List<String> features() {
        return rulebook.current(this).boards().isEmpty() ? List.of() : List.of("prizes");
    }

    @Override
    public List<OfferedPrize> of(String board) {
        return rulebook.current(this).of(board).stream()
                .map(band -> new OfferedPrize(
                        band.toRank(), band.points(), band.title() == null ? null : CallerLanguage.of(band.title())))
                .toList();
    }

    /** A given title for the caller: in another language only as long as the board has the title. */
    @Nullable
    String shown(Prize prize) {
        return rulebook.current(this).of(prize.board()).stream()
                .map(Band::title)
                .filter(title -> title != null && title.has(prize.title()))
                .findFirst()
                .map(CallerLanguage::of)
                .orElse(prize.title());
    }

    @Override
    public Class<RewardRules> type() {
        return RewardRules.class;
    }

    @Override
    public String prefix() {
        return "streakboard.rewards";
    }

    @Override
    public RewardRules configured() {
        return configured;
    }

    @Override
    public void map(RuleDocument document) {
        document.map(MEMBER, prefix());
        for (var member : document.names(pointer(MEMBER))) {
            if (!MEMBERS.contains(member)) {
                document.violation(pointer(MEMBER, member), "unknown", "is not one of " + new TreeSet<>(MEMBERS));
            }
        }
        for (var board : document.names(pointer(BOARDS))) {
            if (BOARD.matcher(board).matches()) {
                document.mapValue(
                        prizes(board),
                        board.equals(Prize.POINTS_BOARD) ? "streakboard.rewards.bands" : OF_BOARDS + board);
            }
        }
    }

    @Override
    public void write(RewardRules rules, ObjectNode document) {
        refuseMissingBoards(rules, document);
        document.putObject(MEMBER).put("history", rules.history()).put("ranked", rules.ranked());
        write(Prize.POINTS_BOARD, rules.bands(), document);
        rules.boards().forEach((board, bands) -> write(board, bands, document));
    }

    /** In a document they would be boards with all defaults. The section of the boards writes first. */
    private static void refuseMissingBoards(RewardRules rules, ObjectNode document) {
        StartRefused.ifAny(
                rules.boards().keySet().stream()
                        .filter(board -> board.equals(Prize.POINTS_BOARD)
                                || document.has(BOARDS)
                                        && !document.path(BOARDS).has(board))
                        .sorted()
                        .map(board -> OF_BOARDS + board + ": is not a board in streakboard.boards")
                        .toList(),
                "Change these properties; docs/boards.md says what boards pay.");
    }

    private static void write(String board, List<Band> bands, ObjectNode document) {
        if (bands.isEmpty()) {
            return;
        }
        var written =
                document.withObjectProperty(BOARDS).withObjectProperty(board).putArray(MEMBER);
        for (var band : bands) {
            var each = written.addObject().put("toRank", band.toRank());
            if (band.points() > 0) {
                each.put("points", band.points());
            }
            if (band.title() != null) {
                each.set("title", band.title().written());
            }
        }
    }

    /** A board pays learners, for a ranking that becomes final. */
    @Override
    public void check(RewardRules rules, RuleDocument document) {
        for (var board : rules.boards().keySet()) {
            if (document.text(pointer(BOARDS, board, "members")).equalsIgnoreCase("any")
                    || document.text(pointer(BOARDS, board, "period")).equalsIgnoreCase("sliding")) {
                document.violation(
                        prizes(board), "not-for-this-board", "are for boards with members 'learner' that do not slide");
            }
        }
    }

    @Override
    public void compare(RewardRules former, RewardRules next, RuleDocument document) {
        var boards = new TreeSet<>(former.boards().keySet());
        boards.addAll(next.boards().keySet());
        boards.add(Prize.POINTS_BOARD);
        for (var board : boards) {
            if (!former.of(board).equals(next.of(board))) {
                compare(board, next.of(board), document);
            }
        }
        if (former.ranked() != next.ranked()) {
            document.effect(
                    pointer(MEMBER, "ranked"),
                    "ranks",
                    "points of prizes " + (next.ranked() ? "count like other points" : "are in no ledger or ranking"));
        }
        if (former.history() != next.history()) {
            document.effect(
                    pointer(MEMBER, "history"),
                    "rewards",
                    "seasons that are imported after their end pay " + (next.history() ? "rewards" : "none"));
        }
    }

    private static void compare(String board, List<Band> bands, RuleDocument document) {
        var what = board.equals(Prize.POINTS_BOARD) ? "seasons" : "editions";
        if (bands.isEmpty()) {
            document.effect(prizes(board), "removes", what + " that end from then on pay no prizes");
        } else {
            document.effect(
                    prizes(board),
                    "pays",
                    what + " that end from then on pay "
                            + bands.stream().map(RewardSection::text).collect(joining("; ")));
        }
    }

    private static String text(Band band) {
        return "to rank %d %d points%s"
                .formatted(band.toRank(), band.points(), band.title() == null ? "" : ", " + band.title());
    }

    private static String prizes(String board) {
        return pointer(BOARDS, board, MEMBER);
    }

    private static String pointer(String... members) {
        return "/" + String.join("/", members);
    }
}
