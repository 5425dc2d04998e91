package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.fault.MonthEndFaultTests.MonthEnd;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Learners who come again and again over a month's end. On each visit they sign in and report what they have done,
 * again for as long as there is no answer. From the answers follows what has to be in the ledgers, to the row.
 */
final class Visitors implements AutoCloseable {

    static final int NUMBER = 100;

    private static final int AT_ONCE = 4;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int STREAK_DAY_PAYS = 10;
    private static final int REVIEW_PAYS = 10;
    private static final JsonMapper JSON = new JsonMapper();

    /** A row of a ledger. */
    record Entry(long learner, String type, String sourceId, LocalDate day, long points, boolean late) {}

    private record Deed(String sourceId, Instant at) {}

    private final MonthEnd monthEnd;
    private final Supplier<ApplicationProcess> instances;
    private final Map<YearMonth, Set<Entry>> entries = new ConcurrentHashMap<>();
    private final Map<LocalDate, Set<Long>> visited = new ConcurrentHashMap<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(AT_ONCE);

    /** @param instances whom to talk to, asked before each request */
    Visitors(MonthEnd monthEnd, Supplier<ApplicationProcess> instances) {
        this.monthEnd = monthEnd;
        this.instances = instances;
    }

    void come() {
        for (int learner = 1; learner <= NUMBER; learner++) {
            threads.scheduleWithFixedDelay(new Visitor(learner), 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Returns when every learner was there, and whether it was still the day that is given. */
    boolean allCameOn(LocalDate day) {
        awaitAll(() -> visited.values().stream().flatMap(Set::stream).distinct().count());
        return visitedOn(day).size() == NUMBER;
    }

    /** Returns when every learner was there on a day: what they did before has been answered then. */
    void awaitVisitsOn(LocalDate day) {
        awaitAll(() -> (long) visitedOn(day).size());
    }

    private void awaitAll(Supplier<Long> learners) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !failures.isEmpty() || learners.get() == NUMBER);
        assertThat(failures).isEmpty();
    }

    private Set<Long> visitedOn(LocalDate day) {
        return visited.computeIfAbsent(day, each -> ConcurrentHashMap.newKeySet());
    }

    /** What the ledger of a month has to hold. */
    Set<Entry> entries(YearMonth month) {
        return entries.computeIfAbsent(month, each -> ConcurrentHashMap.newKeySet());
    }

    long late() {
        return entries(monthEnd.beginning()).stream().filter(Entry::late).count();
    }

    /** Returns when the last visit has ended, all of them as they should. */
    void leave() {
        threads.close();
        assertThat(failures).isEmpty();
    }

    @Override
    public void close() {
        threads.close();
    }

    private static JsonNode body(HttpResponse<String> response) throws IOException {
        if (response.statusCode() == 503) {
            throw new IOException(response.body());
        }
        assertThat(response.statusCode()).as(response.body()).isIn(200, 201);
        return JSON.readTree(response.body());
    }

    private class Visitor implements Runnable {

        private final long learner;
        private final Set<LocalDate> signed = new HashSet<>();
        private final List<Deed> unanswered = new ArrayList<>();
        private int deeds;

        Visitor(long learner) {
            this.learner = learner;
        }

        @Override
        public void run() {
            try {
                var day = signIn();
                act(day);
                report();
                visitedOn(day).add(learner);
            } catch (IOException noAnswer) {
                // comes again
            } catch (Exception | AssertionError failure) {
                failures.add(failure);
            }
        }

        /** A streak of two says that the sign-in of the day before counts, also if its answer was lost. */
        private LocalDate signIn() throws IOException, InterruptedException {
            var answer = body(instances.get().post("/api/sign-ins", DevelopmentToken.of(learner)));
            var day = LocalDate.parse(answer.get("day").asString());
            int streak = answer.get("streak").asInt();
            if (day.equals(monthEnd.firstDay()) && streak == 2) {
                signedIn(monthEnd.lastDay(), 1);
            } else {
                assertThat(streak).isOne();
                assertThat(signed).isSubsetOf(day);
            }
            assertThat(answer.get("points").asInt()).isEqualTo(streak * STREAK_DAY_PAYS);
            signedIn(day, streak);
            return day;
        }

        private void signedIn(LocalDate day, int streak) {
            signed.add(day);
            entries(YearMonth.from(day))
                    .add(new Entry(learner, "SIGN_IN", day.toString(), day, streak * STREAK_DAY_PAYS, false));
        }

        /** Always in the last instant of the one month, in the first of the other, and up to 99 seconds from there. */
        private void act(LocalDate day) {
            long seconds = (deeds * 29 + learner) % 100;
            did(monthEnd.lastInstant());
            did(monthEnd.midnight());
            did(monthEnd.midnight().plusSeconds(day.equals(monthEnd.firstDay()) ? seconds : -seconds));
        }

        private void did(Instant at) {
            unanswered.add(new Deed("review-" + deeds++, at));
        }

        private void report() throws IOException, InterruptedException {
            var json = unanswered.stream()
                    .map(deed -> "{\"learner\":%d,\"type\":\"REVIEW\",\"sourceId\":\"%s\",\"occurredAt\":\"%s\"}"
                            .formatted(learner, deed.sourceId(), deed.at()))
                    .collect(Collectors.joining(",", "{\"activities\":[", "]}"));
            var token = DevelopmentToken.of(learner, "service");
            var results =
                    body(instances.get().post("/api/activities", token, json)).get("results");
            IntStream.range(0, unanswered.size()).forEach(i -> counted(unanswered.get(i), results.get(i)));
            unanswered.clear();
        }

        private void counted(Deed deed, JsonNode result) {
            var outcome = result.get("outcome").asString();
            assertThat(outcome).as(result.toString()).isIn("AWARDED", "LATE", "DUPLICATE");
            boolean late = outcome.equals("LATE");
            var day = monthEnd.dayOf(deed.at());
            entries(late ? monthEnd.beginning() : YearMonth.from(day))
                    .add(new Entry(learner, "REVIEW", deed.sourceId(), day, REVIEW_PAYS, late));
        }
    }
}
