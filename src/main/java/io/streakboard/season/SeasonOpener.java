package io.streakboard.season;

import static java.util.stream.Collectors.toSet;

import io.streakboard.time.BusinessTime;
import jakarta.annotation.PreDestroy;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Creates seasons with their tables. Tables are made on separate threads, never on a request's thread, where DDL would
 * commit an open transaction.
 */
@Component
class SeasonOpener {

    private final SeasonPlan plan;
    private final SeasonTable table;
    private final SeasonTemplate template;
    private final SeasonProperties properties;
    private final BusinessTime time;
    private final SeasonTransitions transitions;
    private final Map<YearMonth, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final Set<Long> preparing = ConcurrentHashMap.newKeySet();
    private final ExecutorService workers = Executors.newFixedThreadPool(
            2, Thread.ofPlatform().name("season-opener-", 0).daemon().factory());

    SeasonOpener(
            SeasonPlan plan,
            SeasonTable table,
            SeasonTemplate template,
            SeasonProperties properties,
            BusinessTime time,
            SeasonTransitions transitions) {
        this.plan = plan;
        this.table = table;
        this.template = template;
        this.properties = properties;
        this.time = time;
        this.transitions = transitions;
    }

    boolean mayOpen(YearMonth month) {
        return !month.isBefore(properties.first()) && !month.isAfter(lastMonth());
    }

    private YearMonth lastMonth() {
        return time.monthOf(time.now()).plusMonths(properties.monthsAhead());
    }

    /** Makes sure that months have their seasons, where allowed, and waits until the tables exist. */
    void open(Set<YearMonth> months) {
        try {
            begin(months).forEach(CompletableFuture::join);
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
        transitions.advance();
    }

    private List<CompletableFuture<Void>> begin(Set<YearMonth> months) {
        var known = table.all();
        return months.stream()
                .sorted()
                .filter(this::mayOpen)
                .filter(month -> plan.isFree(month, known))
                .map(this::begin)
                .toList();
    }

    private CompletableFuture<Void> begin(YearMonth month) {
        var creation = underWay.computeIfAbsent(month, each -> CompletableFuture.runAsync(() -> create(each), workers));
        return creation.whenComplete((done, failure) -> underWay.remove(month, creation));
    }

    /** Makes sure that the current month and the months ahead have their seasons. */
    void openAhead() {
        var current = time.monthOf(time.now());
        open(Stream.iterate(current, month -> !month.isAfter(lastMonth()), month -> month.plusMonths(1))
                .collect(toSet()));
    }

    /** Looks again afterwards: an owner of a hold may have withdrawn a planned season meanwhile. */
    private void create(YearMonth month) {
        for (var planned = plan.month(month); !planned.isEmpty(); planned = plan.month(month)) {
            planned.forEach(this::makeTables);
        }
    }

    /** Begins to make the tables of planned seasons, for which nobody waits. Does not plan withdrawn ones again. */
    void prepare(List<Long> seasons) {
        seasons.stream()
                .filter(preparing::add)
                .forEach(season -> CompletableFuture.runAsync(() -> makeTables(season), workers)
                        .whenComplete((done, failure) -> preparing.remove(season)));
    }

    /** Makes the tables of a planned season. Waits until they exist. */
    void complete(long season) {
        CompletableFuture.runAsync(() -> makeTables(season), workers).join();
    }

    private void makeTables(long season) {
        template.create(season);
        table.ready(season, time.now());
    }

    @PreDestroy
    void stop() {
        workers.shutdown();
    }
}
