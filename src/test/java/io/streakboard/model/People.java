package io.streakboard.model;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.model.Operation.Adjust;
import io.streakboard.model.Operation.Beside;
import io.streakboard.model.Operation.Delete;
import io.streakboard.model.Operation.Everyday;
import io.streakboard.model.Operation.Report;
import io.streakboard.model.Operation.Report.Item;
import io.streakboard.model.Operation.SignIn;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Learners, services and admins: they perform everyday operations, and tell the model what they were answered. */
final class People {

    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final String ADMIN = DevelopmentToken.of(1, "admin");

    private final Client client;
    private final Fleet fleet;
    private final Almanac almanac;
    private final Oracle oracle;
    private final Chronicle chronicle;
    private final Neighbours neighbours;
    private final AtomicInteger turns = new AtomicInteger();

    People(Client client, Fleet fleet, Almanac almanac, Oracle oracle, Chronicle chronicle, Neighbours neighbours) {
        this.client = client;
        this.fleet = fleet;
        this.almanac = almanac;
        this.oracle = oracle;
        this.chronicle = chronicle;
        this.neighbours = neighbours;
    }

    void perform(Everyday operation) {
        chronicle.did(fleet.now(), operation);
        switch (operation) {
            case SignIn signIn -> signIn(signIn);
            case Report report -> report(report);
            case Adjust adjust -> adjust(adjust);
            case Delete delete -> delete(delete.learner());
            case Beside beside -> neighbours.perform(beside, turns.getAndIncrement());
        }
    }

    private void signIn(SignIn signIn) {
        for (int i = 0; i < signIn.times(); i++) {
            var answer = client.ask(turns.getAndIncrement(), (instance, number) -> ask(signIn, instance, number));
            if (answer.status() == 200 || answer.status() == 201) {
                var day = LocalDate.parse(answer.body().get("day").asString());
                oracle.signedIn(signIn.learner(), day, answer.by());
            } else {
                assertGone(signIn.learner(), answer);
            }
        }
    }

    /** The day may begin while the instance is asked. */
    private HttpResponse<String> ask(SignIn signIn, ApplicationProcess instance, int number)
            throws IOException, InterruptedException {
        oracle.asked(signIn.learner(), almanac.dayOf(fleet.now(number)));
        try {
            return instance.post("/api/sign-ins", DevelopmentToken.of(signIn.learner()));
        } finally {
            oracle.asked(signIn.learner(), almanac.dayOf(fleet.now(number)));
        }
    }

    private void report(Report report) {
        int turn = turns.getAndIncrement();
        var deeds = deeds(report.items(), fleet.now(turn % Generator.INSTANCES));
        for (int i = 0; i < report.times(); i++) {
            report(turn + i, i % 2 == 0 ? deeds : deeds.reversed());
        }
    }

    private List<Deed> deeds(List<Item> items, Instant now) {
        return items.stream()
                .map(item -> {
                    var at = now.minus(item.ago());
                    boolean signIn = item.type().equals(Deed.SIGN_IN);
                    return new Deed(
                            item.learner(),
                            item.type(),
                            signIn ? almanac.dayOf(at).toString() : item.sourceId(),
                            at);
                })
                .toList();
    }

    void report(int turn, List<Deed> deeds) {
        var json = deeds.stream().map(Deed::json).collect(joining(",", "{\"activities\":[", "]}"));
        var answer = client.ask(turn, (instance, number) -> instance.post("/api/activities", SERVICE, json));
        assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        var results = answer.body().get("results");
        for (int i = 0; i < deeds.size(); i++) {
            var deed = deeds.get(i);
            if (!results.get(i).get("outcome").asString().equals("INVALID")) {
                oracle.acknowledge(deed, answer.by());
            } else {
                assertGone(deed.learner(), answer);
            }
        }
    }

    private void adjust(Adjust adjust) {
        for (int i = 0; i < adjust.times(); i++) {
            var json = "{\"learner\":%d,\"points\":%d,\"reason\":\"because\",\"requestId\":\"%s\"}"
                    .formatted(adjust.learner(), adjust.points(), adjust.requestId());
            var answer = client.ask(
                    turns.getAndIncrement(),
                    (instance, number) -> instance.post("/api/points/adjustments", ADMIN, json));
            if (answer.status() == 200 || answer.status() == 201) {
                oracle.adjusted(
                        adjust.learner(),
                        adjust.requestId(),
                        answer.body().get("points").asInt());
            } else {
                assertGone(adjust.learner(), answer);
            }
        }
    }

    void delete(long learner) {
        oracle.delete(learner);
        var answer = client.ask(
                turns.getAndIncrement(),
                (instance, number) -> instance.delete("/api/learners/" + learner + "?force=true", ADMIN));
        assertThat(answer.status()).as("%s", answer).isEqualTo(202);
    }

    /** Nothing is refused but what deleted learners do. */
    private void assertGone(long learner, Client.Answer answer) {
        assertThat(oracle.isDeleted(learner))
                .as("Learner %d was refused: %s", learner, answer)
                .isTrue();
    }
}
