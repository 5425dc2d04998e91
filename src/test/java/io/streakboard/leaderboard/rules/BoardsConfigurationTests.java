package io.streakboard.leaderboard.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Scores;
import io.streakboard.leaderboard.board.BoardRule.Store;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.rulebook.SectionReader;
import io.streakboard.start.StartRefused;
import io.streakboard.web.LocalizedText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class BoardsConfigurationTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Boards.class)
            .withPropertyValues("streakboard.boards[0].name=fine", "streakboard.boards[1].name=popular");

    @Test
    void aBoardNeedsNothingButAName() {
        application.run(context -> assertThat(context.getBean(BoardRules.class).find("popular"))
                .contains(new BoardRule(
                        "popular",
                        LocalizedText.of("popular"),
                        Cycle.NONE,
                        0,
                        false,
                        Members.LEARNER,
                        Operator.SUM,
                        Order.DESCENDING,
                        Ties.FIRST,
                        Duration.ofSeconds(1),
                        RankStyle.UNIQUE,
                        1_000_000_000,
                        0,
                        Duration.ofDays(2),
                        Trend.NONE,
                        Store.SORTED_SET,
                        List.of(),
                        null,
                        null,
                        null,
                        null)));
    }

    @Test
    void allOfABoardCanBeConfigured() {
        application
                .withPropertyValues(
                        "streakboard.boards[1].title=Popular now",
                        "streakboard.boards[1].period=half-hour",
                        "streakboard.boards[1].partitioned=true",
                        "streakboard.boards[1].members=any",
                        "streakboard.boards[1].operator=best",
                        "streakboard.boards[1].order=ascending",
                        "streakboard.boards[1].ties=last",
                        "streakboard.boards[1].resolution=1ms",
                        "streakboard.boards[1].ranks=standard",
                        "streakboard.boards[1].max-score=500",
                        "streakboard.boards[1].keep=100",
                        "streakboard.boards[1].retention=PT12H",
                        "streakboard.boards[1].buckets=auto")
                .run(context -> assertThat(context.getBean(BoardRules.class).find("popular"))
                        .contains(new BoardRule(
                                "popular",
                                LocalizedText.of("Popular now"),
                                Cycle.HALF_HOUR,
                                0,
                                true,
                                Members.ANY,
                                Operator.BEST,
                                Order.ASCENDING,
                                Ties.LAST,
                                Duration.ofMillis(1),
                                RankStyle.STANDARD,
                                500,
                                100,
                                Duration.ofHours(12),
                                Trend.NONE,
                                Store.BUCKETS,
                                List.of("auto"),
                                null,
                                null,
                                null,
                                null)));
    }

    @Test
    void withoutConfigurationThereAreNoBoards() {
        new ApplicationContextRunner()
                .withUserConfiguration(Boards.class)
                .run(context ->
                        assertThat(context.getBean(BoardRules.class).all()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "name, '', name: is required",
        "name, Popular, name: 'Popular' must be",
        "name, 9lives, name: '9lives' must be",
        "name, a23456789012345678901234567890123, name: 'a2345",
        "days, 7, days: is for the period 'sliding'",
        "resolution, 2s, resolution: PT2S must be 1s or 1ms",
        "max-score, 0, max-score: 0 must be positive",
        "max-score, -5, max-score: -5 must be positive",
        "max-score, 9007199254740993, max-score: 9007199254740993 does not fit",
        "resolution, 1ms, max-score: 1000000000 does not fit: 1048575 at most",
        "keep, -1, keep: -1 must not be negative",
        "retention, -P1D, retention: PT-24H must be 0 to 3660 days",
        "retention, P99999999D, retention: PT2399999976H must be 0 to 3660 days",
        "trend, previous, trend: 'previous' needs a period",
        "buckets, 'auto,3', buckets: 'auto' must be 'auto' or whole numbers",
        "buckets, few, buckets: 'few' must be 'auto' or whole numbers"
    })
    void whatIsWrongStopsTheApplicationAndIsNamed(String property, String value, String message) {
        application
                .withPropertyValues("streakboard.boards[1]." + property + "=" + value)
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .startsWith("streakboard.boards[1]." + message)
                        .hasLineCount(1));
    }

    @Test
    void aBoardMayBeFedByTheLedger() {
        application
                .withPropertyValues(
                        "streakboard.boards[1].scores.from=count", "streakboard.boards[1].scores.types=LESSON")
                .run(context -> assertThat(context.getBean(BoardRules.class).find("popular"))
                        .hasValueSatisfying(rule -> {
                            assertThat(rule.isFed()).isTrue();
                            assertThat(rule.scores()).isEqualTo(new Scores(From.COUNT, List.of("LESSON")));
                            assertThat(BoardRuleValidator.unknownTypes(rule, List.of("A", "C")))
                                    .isEqualTo(Map.of(0, "'LESSON' is not one of [A, C]"));
                        }));
    }

    @ParameterizedTest
    @CsvSource({
        "members, any, members: must be 'learner' on a board whose scores come from the ledger",
        "operator, best, operator: must be 'sum' on a board whose scores come from the ledger",
        "order, ascending, order: must be 'descending' on a board whose scores come from the ledger",
        "partitioned, true, partitioned: is not for a board whose scores come from the ledger",
        "scores.types, 'LESSON,LESSON', scores.types: must be at most 20 different types"
    })
    void theLedgerHasSumsOfLearners(String property, String value, String message) {
        application
                .withPropertyValues(
                        "streakboard.boards[1].scores.from=points", "streakboard.boards[1]." + property + "=" + value)
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.boards[1]." + message));
    }

    @ParameterizedTest
    @CsvSource({
        "points, name: 'points' is the points board",
        "fine, name: fine is the name of boards[0] already",
    })
    void aNameIsForOneBoard(String name, String message) {
        application
                .withPropertyValues("streakboard.boards[1].name=" + name)
                .run(context ->
                        assertThat(messages(context.getStartupFailure())).contains("streakboard.boards[1]." + message));
    }

    @ParameterizedTest
    @CsvSource({
        "half-hour, day, ''",
        "hour, day, ''",
        "half-hour, previous, PREVIOUS",
        "day, day, PREVIOUS",
        "day, previous, PREVIOUS",
        "week, day, DAY",
        "season, previous, PREVIOUS",
        "none, day, DAY"
    })
    void aTrendNeedsARankingToCompareWith(String period, String trend, String effective) {
        application
                .withPropertyValues("streakboard.boards[1].period=" + period, "streakboard.boards[1].trend=" + trend)
                .run(context -> {
                    if (effective.isEmpty()) {
                        assertThat(mistakes(context.getStartupFailure()))
                                .isEqualTo("streakboard.boards[1].trend: 'day' needs a period of a day or more;"
                                        + " 'previous' compares with the period before");
                    } else {
                        assertThat(context.getBean(BoardRules.class).find("popular"))
                                .hasValueSatisfying(
                                        rule -> assertThat(rule.trend()).hasToString(effective));
                    }
                });
    }

    @Test
    void aTrendByTheDayIsNotForDenseRanks() {
        application
                .withPropertyValues(
                        "streakboard.boards[1].period=week",
                        "streakboard.boards[1].trend=day",
                        "streakboard.boards[1].ranks=dense")
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.boards[1].trend: 'day' is not for the ranks 'dense'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"day", "previous"})
    void aWindowIsComparedWithYesterdays(String trend) {
        var sliding = application.withPropertyValues(
                "streakboard.boards[1].period=sliding",
                "streakboard.boards[1].days=7",
                "streakboard.boards[1].trend=" + trend);

        sliding.run(context -> assertThat(context.getBean(BoardRules.class).find("popular"))
                .hasValueSatisfying(rule -> assertThat(rule.trend()).hasToString("PREVIOUS")));
        sliding.withPropertyValues("streakboard.boards[1].retention=PT47H")
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.boards[1].trend:"
                                + " needs yesterday's window all day, so a retention of 2 days or more"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32, -7})
    void aWindowHasTwoToThirtyOneDays(int days) {
        application
                .withPropertyValues("streakboard.boards[1].period=sliding", "streakboard.boards[1].days=" + days)
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.boards[1].days: " + days + " must be 2 to 31"));
    }

    @Test
    void windowsAreKeptForAWeekAtMost() {
        var sliding =
                application.withPropertyValues("streakboard.boards[1].period=sliding", "streakboard.boards[1].days=31");

        sliding.withPropertyValues("streakboard.boards[1].retention=P7D")
                .run(context -> assertThat(context).hasNotFailed());
        sliding.withPropertyValues("streakboard.boards[1].retention=P8D")
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.boards[1].retention: PT192H must be 0 to 7 days"));
    }

    @ParameterizedTest
    @CsvSource({"2026-12-01T00:00:00Z", "2026-12-01T08:00:00+08:00", "2026-11-30T00:00:00Z"})
    void aBoardEndsAfterItsStart(String end) {
        application
                .withPropertyValues(
                        "streakboard.boards[1].starts-at=2026-12-01T00:00:00Z", "streakboard.boards[1].ends-at=" + end)
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .matches("streakboard.boards\\[1].ends-at: .* must be after starts-at, 2026-12-01T00:00:00Z"));
    }

    @Test
    void aSlidingBoardHasNoFinalRankings() {
        application
                .withPropertyValues(
                        "streakboard.boards[1].period=sliding",
                        "streakboard.boards[1].days=7",
                        "streakboard.boards[1].final=true")
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.boards[1].final: is not for the period 'sliding'"));
    }

    @Test
    void aBoardMayHaveBuckets() {
        application
                .withPropertyValues("streakboard.boards[1].buckets=0,100,10000")
                .run(context -> assertThat(context.getBean(BoardRules.class)
                                .find("popular")
                                .orElseThrow()
                                .buckets())
                        .containsExactly("0", "100", "10000"));
    }

    @Test
    void thePointsBoardMayHaveBuckets() {
        application.run(context ->
                assertThat(context.getBean(BoardRules.class).points().buckets()).isEmpty());
        application
                .withPropertyValues("streakboard.points.board.buckets=100,1000")
                .run(context -> assertThat(
                                context.getBean(BoardRules.class).points().buckets())
                        .containsExactly("100", "1000"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "5,3; must be in rising order",
                "-1,3; must be from 0 to less than the most points of a season, 2147483647",
                "3,2147483647; must be from 0 to less than the most points of a season, 2147483647",
            })
    void bucketsOfThePointsBoardThatCannotBeStopTheApplication(String buckets, String message) {
        application
                .withPropertyValues("streakboard.points.board.buckets=" + buckets)
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .isEqualTo("streakboard.points.board.buckets: " + message));
    }

    @ParameterizedTest
    @CsvSource({
        "buckets, '5,3', buckets: must be in rising order",
        "buckets, '3,3', buckets: must be in rising order",
        "buckets, '-1,3', buckets: must be from 0 to less than max-score",
        "buckets, '3,1000000000', buckets: must be from 0 to less than max-score",
    })
    void whatBucketsCannotDoStopsTheApplication(String property, String value, String message) {
        application
                .withPropertyValues(
                        "streakboard.boards[1].buckets=1,2", "streakboard.boards[1]." + property + "=" + value)
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .startsWith("streakboard.boards[1]." + message)
                        .hasLineCount(1));
    }

    @ParameterizedTest
    @CsvSource({"period, sliding", "period, week", "keep, 100", "trend, previous", "trend, day", "ranks, dense"})
    void bucketsGoWithAllElse(String property, String value) {
        application
                .withPropertyValues(
                        "streakboard.boards[1].buckets=1,2",
                        "streakboard.boards[1].period=month",
                        "streakboard.boards[1].days=" + (value.equals("sliding") ? 7 : 0),
                        "streakboard.boards[1]." + property + "=" + value)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void theStoreSaysTheSameAsTheBuckets() {
        application
                .withPropertyValues("streakboard.boards[1].store=buckets")
                .run(context -> assertThat(context.getBean(BoardRules.class)
                                .find("popular")
                                .orElseThrow()
                                .dividesByPrevious())
                        .isTrue());
        application
                .withPropertyValues("streakboard.boards[1].store=sorted-set", "streakboard.boards[1].buckets=1,2")
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .contains("streakboard.boards[1].buckets: are for the store 'buckets'"));
    }

    @Test
    void thereAreSoManyBucketsAtMost() {
        application
                .withPropertyValues("streakboard.boards[1].buckets="
                        + IntStream.rangeClosed(1, 32)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(",")))
                .run(context -> assertThat(mistakes(context.getStartupFailure()))
                        .contains("streakboard.boards[1].buckets: has 32 bounds; the most is 31"));
    }

    @Test
    void allMistakesAreToldAtOnce() {
        application
                .withPropertyValues(
                        "streakboard.boards[0].keep=-1",
                        "streakboard.boards[1].name=Bad",
                        "streakboard.boards[1].max-score=-1",
                        "streakboard.boards[2].buckets=2,1")
                .run(context -> assertThat(mistakes(context.getStartupFailure()).lines())
                        .satisfiesExactly(
                                line -> assertThat(line).startsWith("streakboard.boards[0].keep: "),
                                line -> assertThat(line).startsWith("streakboard.boards[1].name: "),
                                line -> assertThat(line).startsWith("streakboard.boards[1].max-score: "),
                                line -> assertThat(line).startsWith("streakboard.boards[2].name: "),
                                line -> assertThat(line).startsWith("streakboard.boards[2].buckets: ")));
    }

    @ParameterizedTest
    @CsvSource({
        "starts-at, soon",
        "ends-at, 2026-12-01",
        "period, daily",
        "max-score, many",
        "max-score, 1e30",
        "keep, 1.5",
        "retention, soon"
    })
    void whatIsOfAnotherTypeIsNamedByTheBinder(String property, String value) {
        application
                .withPropertyValues("streakboard.boards[1]." + property + "=" + value)
                .run(context -> assertThat(messages(context.getStartupFailure()))
                        .contains("streakboard.boards[1]." + property));
    }

    private static String messages(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .map(each -> String.valueOf(each.getMessage()))
                .collect(Collectors.joining(" <- "));
    }

    /** The mistakes, one a line. */
    private static String mistakes(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(StartRefused.class::isInstance)
                .map(refused -> String.valueOf(refused.getMessage()))
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(BoardDefinitions.class)
    static class Boards {

        /** As the start checks properties. Rules without mistakes are the same in a document. */
        @Bean
        BoardRules boardRules(BoardDefinitions configured) {
            var reader =
                    new SectionReader<>(new BoardsSection(configured, mock(Rulebook.class), mock(BoardChanges.class)));
            StartRefused.ifAny(reader.mistakes(configured), "");
            assertThat(reader.read(reader.written(configured))).isEqualTo(configured);
            return new BoardRules(configured.boards(), configured.ofPoints());
        }
    }
}
