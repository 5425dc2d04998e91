package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.scores.TestBoards;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The expected results of submissions: each score is computed anew from all its counted messages. */
final class ScoreModel {

    /** @param partition empty for the ranking over all partitions */
    record Place(String board, String period, String partition, String member) {}

    record Standing(long score, Instant reachedAt) {}

    private record Value(long value, Instant at) {}

    private record Message(String board, String member, String id) {}

    private final Instant now;
    private final Map<Place, List<Value>> values = new HashMap<>();
    private final Map<Place, BoardRule> rules = new HashMap<>();
    private final Map<Message, SubmissionResult> counted = new HashMap<>();

    ScoreModel(Instant now) {
        this.now = now;
    }

    SubmissionResult take(Submission sent) {
        var message = new Message(sent.board().name(), sent.member(), sent.messageId());
        var first = counted.get(message);
        if (first != null) {
            return result(
                    ScoreOutcome.DUPLICATE, Objects.requireNonNull(first.period()), first.before(), first.score());
        }
        var period = sent.period().key();
        if (!now.isBefore(Objects.requireNonNull(sent.period().endsAt()).plus(TestBoards.RETENTION))) {
            return result(ScoreOutcome.LATE, period, null, null);
        }
        var places = places(sent);
        if (places.stream().anyMatch(place -> tooMuch(sent, place))) {
            return result(ScoreOutcome.INVALID, period, null, null);
        }
        var before = score(sent.board(), places.getFirst());
        if (before == null && sent.board().operator() == Operator.SUM && sent.value() == 0) {
            return counted(message, result(ScoreOutcome.APPLIED, period, null, 0L));
        }
        places.forEach(place -> {
            rules.put(place, sent.board());
            values.computeIfAbsent(place, each -> new ArrayList<>()).add(new Value(sent.value(), sent.occurredAt()));
        });
        return counted(message, result(ScoreOutcome.APPLIED, period, before, score(sent.board(), places.getFirst())));
    }

    private SubmissionResult counted(Message message, SubmissionResult result) {
        counted.put(message, result);
        return result;
    }

    private static List<Place> places(Submission sent) {
        var overAll = place(sent, "");
        return sent.partition() == null ? List.of(overAll) : List.of(place(sent, sent.partition()), overAll);
    }

    private static Place place(Submission sent, String partition) {
        return new Place(sent.board().name(), sent.period().key(), partition, sent.member());
    }

    private boolean tooMuch(Submission sent, Place place) {
        var before = score(sent.board(), place);
        long after = sent.board().operator() == Operator.SUM && before != null ? before + sent.value() : sent.value();
        return after < 0 || after > TestBoards.MOST;
    }

    private @Nullable Long score(BoardRule rule, Place place) {
        var all = values.get(place);
        return all == null ? null : standing(rule, all).score();
    }

    private static Standing standing(BoardRule rule, List<Value> all) {
        return switch (rule.operator()) {
            case SUM ->
                new Standing(
                        all.stream().mapToLong(Value::value).sum(),
                        all.stream()
                                .filter(value -> value == all.getFirst() || value.value() != 0)
                                .map(Value::at)
                                .max(Comparator.naturalOrder())
                                .orElseThrow());
            case BEST -> {
                var best = all.stream()
                        .min((one, other) -> rule.order() == Order.DESCENDING
                                ? Long.compare(other.value(), one.value())
                                : Long.compare(one.value(), other.value()))
                        .orElseThrow()
                        .value();
                yield new Standing(
                        best,
                        all.stream()
                                .filter(value -> value.value() == best)
                                .map(Value::at)
                                .min(Comparator.naturalOrder())
                                .orElseThrow());
            }
            case LATEST -> {
                var latest = all.getFirst();
                for (var value : all) {
                    boolean same = value.at().equals(latest.at());
                    boolean overtakes = same && rule.better(value.value(), latest.value());
                    latest = overtakes || value.at().isAfter(latest.at()) ? value : latest;
                }
                yield new Standing(latest.value(), latest.at());
            }
        };
    }

    private static SubmissionResult result(
            ScoreOutcome outcome, String period, @Nullable Long before, @Nullable Long score) {
        return new SubmissionResult(outcome, period, before, score, RankChange.NONE, null);
    }

    /** All standings, to the resolution of their boards. */
    Map<Place, Standing> standings() {
        var standings = new HashMap<Place, Standing>();
        values.forEach((place, all) -> {
            var rule = Objects.requireNonNull(rules.get(place));
            var standing = standing(rule, all);
            standings.put(place, new Standing(standing.score(), reported(standing.reachedAt(), rule.resolution())));
        });
        return standings;
    }

    private static Instant reported(Instant instant, Duration step) {
        return instant.minusMillis(Math.floorMod(instant.toEpochMilli(), step.toMillis()));
    }

    int counted() {
        return counted.size();
    }
}
