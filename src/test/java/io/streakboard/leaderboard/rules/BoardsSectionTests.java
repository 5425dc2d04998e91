package io.streakboard.leaderboard.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.EditionTable;
import io.streakboard.leaderboard.editions.EditionTable.KeptEditions;
import io.streakboard.leaderboard.rules.BoardDefinitions.Points;
import io.streakboard.leaderboard.rules.BoardDefinitions.PointsBoard;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.rulebook.SectionReader;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The members of boards in a document. The board {@code quiz} has 12 editions with 3,401 scores, the greatest is 80. */
class BoardsSectionTests {

    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final String QUIZ = "\"period\":\"week\",\"operator\":\"%s\",\"maxScore\":100,\"retention\":\"P2D\"";

    private final BoardRegistry written = mock(BoardRegistry.class);
    private final EditionTable editions = mock(EditionTable.class);
    private final ScoreTable scores = mock(ScoreTable.class);
    private final BusinessTime time = mock(BusinessTime.class);
    private final SectionReader<BoardDefinitions> reader = new SectionReader<>(new BoardsSection(
            new BoardDefinitions(List.of(), new Points(new PointsBoard(null, List.of()))),
            mock(Rulebook.class),
            new BoardChanges(written, editions, scores, time)));

    BoardsSectionTests() {
        when(time.now()).thenReturn(NOW);
        when(scores.greatest("quiz")).thenReturn(80L);
        when(scores.count("quiz")).thenReturn(3_401L);
        when(editions.kept(any())).thenReturn(new KeptEditions(12, Instant.parse("2026-12-01T00:00:00Z")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{'boards': {'a': {'maxscore': 5}}}; /boards/a/maxscore unknown",
                "{'boards': {'a': {'name': 'b'}}}; /boards/a/name unknown",
                "{'boards': {'a': 5}}; /boards/a malformed",
                "{'boards': {'a': {'maxScore': '5'}}}; /boards/a/maxScore malformed",
                "{'boards': {'a': {'maxScore': 0}}}; /boards/a/maxScore invalid",
                "{'boards': {'a': {'period': 'fortnight'}}}; /boards/a/period malformed",
                "{'boards': {'a': {'retention': '-PT1S'}}}; /boards/a/retention invalid",
                "{'boards': {'a': {'startsAt': 'soon'}}}; /boards/a/startsAt malformed",
                "{'boards': {'__proto__': {}}}; /boards/__proto__ invalid",
                "{'boards': {'': {}}}; /boards/ invalid",
                "{'boards': {'a/b': {'keep': -1}}}; /boards/a~1b invalid, /boards/a~1b/keep invalid",
                "{'boards': {'a': {'buckets': [5, 3]}}}; /boards/a/buckets invalid",
                "{'boards': {'a': {'scores': {'types': ['NONE']}}}}; /boards/a/scores/types/0 invalid",
                "{'boards': {'points': {'maxScore': 5}}}; /boards/points/maxScore unknown",
                "{'boards': {'points': {'buckets': [5, 3]}}}; /boards/points/buckets invalid",
                "{'boards': {'points': []}}; /boards/points malformed",
            })
    void aViolationHasThePathOfItsMember(String json, String violations) {
        assertThat(String.join(", ", reader.violations(json.replace('\'', '"'))))
                .isEqualTo(violations);
    }

    @Test
    void allViolationsAreToldAtOnce() {
        assertThat(reader.violations("""
                        {"boards": {"Bad": {"maxScore": -1}, "b": {"keep": -1, "days": 7},
                                    "points": {"store": "sorted-set", "buckets": [1]}}}
                        """))
                .containsExactly(
                        "/boards/Bad invalid",
                        "/boards/Bad/maxScore invalid",
                        "/boards/b/days invalid",
                        "/boards/b/keep invalid",
                        "/boards/points/buckets invalid");
    }

    @Test
    void rulesAreWrittenWithoutDefaults() {
        var json = "{'boards':{'points':{'buckets':[100,300]},'a':{},'b':{'title':'B','period':'sliding','days':7},"
                + "'c':{'buckets':'auto','endsAt':'2026-12-01T00:00:00Z'},"
                + "'d':{'scores':{'from':'count','types':['LESSON']}}}}";

        assertThat(reader.written(reader.read(json.replace('\'', '"')))).isEqualTo(json.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "'title':'Another'; /title renames: its title is Another",
                "'ranks':'dense'; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'ties':'last'; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'trend':'day'; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'keep':5; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'buckets':[50]; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'order':'ascending'; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'maxScore':90; ` rebuilds: 12 editions with 3,401 members are rebuilt`",
                "'retention':'P9D'; /retention keeps: 12 editions are kept for 9 days after the end",
                "'endsAt':'2026-12-01T00:00:00Z'; ` bounds: quiz takes scores until 2026-12-01T00:00:00Z`",
                "'startsAt':'2026-12-01T00:00:00Z'; ` bounds: quiz takes scores from 2026-12-01T00:00:00Z`",
            })
    void whatIsCarriedOutHasAnEffect(String member, String effect) {
        var former = quiz("sum", "");
        var next = quiz("sum", member);
        written(former);

        assertThat(reader.refusals(former, next)).isEmpty();
        assertThat(reader.effects(former, next)).contains("/boards/quiz" + effect);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "best; 'order':'ascending'; order 'ascending' differs from 'descending'",
                "latest; 'order':'ascending'; order 'ascending' differs from 'descending'",
                "sum; 'maxScore':79; maxScore 79 is less than 80, which a member has",
                "sum; 'period':'day'; period 'day' differs from 'week'",
                "sum; 'partitioned':true; partitioned 'true' differs from 'false'",
                "sum; 'members':'any'; members 'any' differs from 'learner'",
                "sum; 'operator':'best'; operator 'best' differs from 'sum'",
                "sum; 'resolution':'PT0.001S'; resolution 'PT0.001S' differs from 'PT1S'",
                "sum; 'scores':{'from':'count'}; scores/from 'count' differs from 'posted'",
            })
    void whatCannotBeCarriedOutIsRefused(String operator, String member, String refusal) {
        var former = quiz(operator, "");
        written(former);

        assertThat(reader.refusals(former, quiz(operator, member)))
                .first()
                .asString()
                .startsWith("/boards/quiz/" + refusal);
        assertThat(reader.refusals("{}", quiz(operator, member)))
                .as("put back, compared with the rule of its scores")
                .isNotEmpty();
    }

    @Test
    void anEndThatHasPassedStays() {
        var former = quiz("sum", "'endsAt':'2026-11-21T07:00:00Z'");
        written(former);

        assertThat(reader.refusals(former, quiz("sum", "'endsAt':'2026-12-21T07:00:00Z'")))
                .singleElement()
                .asString()
                .startsWith("/boards/quiz/endsAt 'quiz' has ended");
    }

    @Test
    void aBoardWithoutScoresMayBecomeAnyOther() {
        assertThat(reader.refusals(quiz("sum", ""), quiz("best", "'period':'day'")))
                .isEmpty();
    }

    @Test
    void boardsComeAndGo() {
        assertThat(reader.effects("{}", quiz("sum", ""))).containsExactly("/boards/quiz adds: quiz takes scores");
        assertThat(reader.effects(quiz("sum", ""), "{}"))
                .containsExactly(
                        "/boards/quiz removes: quiz takes no more scores; 12 editions stay until 2026-12-01T00:00:00Z");
        written(quiz("sum", ""));
        assertThat(reader.effects("{}", quiz("sum", "")))
                .containsExactly("/boards/quiz adds: quiz takes scores again; it has 12 editions");
        assertThat(reader.effects("{}", "{\"boards\":{\"points\":{\"buckets\":\"auto\"}}}"))
                .containsExactly("/boards/points rebuilds: the rankings of seasons that are not settled are rebuilt");
    }

    @Test
    void aThousandBoardsAreReadAndCompared() {
        var boards = IntStream.range(0, 1_000)
                .mapToObj(i -> "\"b%d\":{\"period\":\"week\",\"keep\":%d}".formatted(i, i))
                .collect(Collectors.joining(",", "{\"boards\":{", "}}"));

        assertThat(reader.effects("{}", boards)).hasSize(1_000);
    }

    /** Its rule is the one by which the scores were written. */
    private void written(String json) {
        when(written.written())
                .thenReturn(Map.of("quiz", reader.read(json).boards().getFirst()));
    }

    /** @param member replaces the one of the same name */
    private static String quiz(String operator, String member) {
        var members = Stream.of(QUIZ.formatted(operator).split(","))
                .filter(each -> member.isEmpty()
                        || !each.startsWith(member.replace('\'', '"').split(":")[0]))
                .collect(Collectors.joining(","));
        return "{\"boards\":{\"quiz\":{%s%s}}}"
                .formatted(members, member.isEmpty() ? "" : "," + member.replace('\'', '"'));
    }
}
