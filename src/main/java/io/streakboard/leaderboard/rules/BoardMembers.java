package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Store;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import io.streakboard.web.LocalizedText;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the rule of a board as members of a document, without defaults. */
final class BoardMembers {

    private static final List<String> AUTO = List.of("auto");
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    private BoardMembers() {}

    static void write(BoardRule rule, ObjectNode to) {
        put(to, "title", rule.title(), LocalizedText.of(rule.name()));
        put(to, "period", rule.cycle(), Cycle.NONE);
        put(to, "days", rule.days(), 0);
        put(to, "partitioned", rule.partitioned(), false);
        put(to, "members", rule.members(), Members.LEARNER);
        put(to, "operator", rule.operator(), Operator.SUM);
        put(to, "order", rule.order(), Order.DESCENDING);
        put(to, "ties", rule.ties(), Ties.FIRST);
        put(to, "resolution", rule.resolution(), Duration.ofSeconds(1));
        put(to, "ranks", rule.ranks(), RankStyle.UNIQUE);
        put(to, "maxScore", rule.maxScore(), 1_000_000_000L);
        put(to, "keep", rule.keep(), 0L);
        put(to, "retention", rule.retention(), Duration.ofDays(2));
        put(to, "trend", rule.trend(), Trend.NONE);
        writeStore(rule, to);
        put(to, "startsAt", rule.startsAt(), null);
        put(to, "endsAt", rule.endsAt(), null);
        put(to, "final", rule.keepsFinals(), rule.endsAt() != null && !rule.slides());
        var scores = rule.scores();
        if (scores != null) {
            var written = to.putObject("scores").put("from", Settings.text(scores.from()));
            put(written, "types", scores.types(), List.of());
        }
    }

    /** Of the points board nothing else can be set. */
    static void writeStore(BoardRule rule, ObjectNode to) {
        put(to, "store", rule.store(), rule.isDivided() ? Store.BUCKETS : Store.SORTED_SET);
        put(to, "buckets", rule.buckets(), List.of());
    }

    private static void put(ObjectNode to, String member, @Nullable Object value, @Nullable Object otherwise) {
        switch (value) {
            case Object same when same.equals(otherwise) -> {}
            case null -> {}
            case LocalizedText text -> to.set(member, text.written());
            case Boolean flag -> to.put(member, flag);
            case Number number -> to.put(member, number.longValue());
            case Enum<?> each -> to.put(member, Settings.text(each));
            case List<?> list when list.equals(AUTO) -> to.put(member, "auto");
            case List<?> list -> {
                var written = to.putArray(member);
                list.forEach(each -> add(written, each.toString()));
            }
            default -> to.put(member, value.toString());
        }
    }

    private static void add(ArrayNode to, String text) {
        if (NUMBER.matcher(text).matches()) {
            to.add(Long.parseLong(text));
        } else {
            to.add(text);
        }
    }
}
