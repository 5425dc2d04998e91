package io.streakboard.model;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.model.Operation.Delete;
import io.streakboard.model.Operation.Fault;
import io.streakboard.model.Operation.ImportFile;
import io.streakboard.model.Operation.MonthEnds;
import io.streakboard.model.Operation.Report;
import io.streakboard.model.Operation.Scene;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GeneratorTests {

    private static final YearMonth UNTOUCHED = YearMonth.of(2025, 12);

    private static List<Scene> chapters(long seed, int number) {
        var generator = new Generator(seed, UNTOUCHED);
        return Stream.generate(() -> generator.chapter(3))
                .limit(number)
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void writesTheSameAgainFromTheSameSeed() {
        assertThat(chapters(1, 5)).isEqualTo(chapters(1, 5)).isNotEqualTo(chapters(2, 5));
    }

    @Test
    void strikesWithEveryFaultBeforeLong() {
        assertThat(chapters(3, 10).stream()
                        .map(Scene::fault)
                        .map(Object::getClass)
                        .collect(toSet()))
                .containsExactlyInAnyOrderElementsOf(List.of(Fault.class.getPermittedSubclasses()).stream()
                        .map(fault -> (Class<?>) fault)
                        .toList());
    }

    @Test
    void endsEveryChapterWithItsMonth() {
        assertThat(new Generator(4, UNTOUCHED).chapter(3).getLast().fault()).isInstanceOf(MonthEnds.class);
        assertThat(chapters(4, 10))
                .filteredOn(scene -> scene.fault() instanceof MonthEnds)
                .hasSize(10);
    }

    @Test
    void importsIntoMonthsThatNothingElseHasTouched() {
        var months = chapters(5, 10).stream()
                .map(Scene::fault)
                .filter(ImportFile.class::isInstance)
                .flatMap(file -> ((ImportFile) file).months().stream())
                .toList();
        assertThat(months).isNotEmpty().doesNotHaveDuplicates().noneMatch(month -> month.isAfter(UNTOUCHED));
    }

    @Test
    void reportsNothingTwiceUnderOneSourceIdAndDeletesNobodyTwice() {
        var everyday = chapters(6, 10).stream()
                .flatMap(scene -> scene.meanwhile().stream())
                .toList();
        assertThat(everyday.stream()
                        .filter(Report.class::isInstance)
                        .flatMap(report -> ((Report) report).items().stream())
                        .filter(item -> !item.type().equals(Deed.SIGN_IN))
                        .map(Report.Item::sourceId))
                .doesNotHaveDuplicates();
        assertThat(everyday).filteredOn(Delete.class::isInstance).isNotEmpty().doesNotHaveDuplicates();
    }
}
