package io.streakboard.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.streakboard.imports.kinds.FileKinds;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts of imports whose instance dies after it has taken lines in, and before it has counted them. */
@IntegrationTest
class ImportCountsIntegrationTests {

    private final long learner = Learners.next();
    private final Api api;
    private final Caller admin;
    private final JdbcClient jdbc;

    @Autowired
    private Uploads uploads;

    @Autowired
    private ImportCheckpoint checkpoint;

    @Autowired
    private ImportChunks chunks;

    @Autowired
    private FileKinds kinds;

    @Autowired
    private DownstreamDelivery delivery;

    @Autowired
    private ImportMonths months;

    @Autowired
    private ImportProperties properties;

    @Autowired
    private TakeoverJob takeover;

    ImportCountsIntegrationTests(Api api, JdbcClient jdbc) {
        this.api = api;
        this.admin = api.admin();
        this.jdbc = jdbc;
    }

    @Test
    void activitiesKeepTheOutcomesThatTheyHad() throws IOException {
        api.take(List.of(Api.activity(learner, "REVIEW", "known", "2026-11-17T02:00:00Z")));
        var done = brokenOffAndTakenOver("activities", """
                user_id,type,source_id,occurred_at
                %1$d,REVIEW,known,2026-11-17T02:00:00Z
                %1$d,REVIEW,a,2026-11-17T03:00:00Z
                %1$d,REVIEW,a,2026-11-17T03:00:00Z
                %1$d,SIGN_IN,2026-11-17,2026-11-17T04:00:00Z
                %1$d,SIGN_IN,2026-11-17,2026-11-17T05:00:00Z
                %1$d,QUESTION,q1,2026-11-17T06:00:00Z
                %1$d,QUESTION,q2,2026-11-17T06:00:00Z
                %1$d,QUESTION,q3,2026-11-17T06:00:00Z
                %1$d,QUESTION,q4,2026-11-17T06:00:00Z
                %1$d,QUESTION,q5,2026-11-17T06:00:00Z
                %1$d,UNKNOWN,x,2026-11-17T06:00:00Z
                """);

        assertThat(done.at("/awarded").asInt()).as("%s", done).isEqualTo(6);
        assertThat(done.at("/refused").asInt()).as("over the cap").isEqualTo(1);
        assertThat(done.at("/duplicate").asInt()).as("%s", done).isEqualTo(3);
        assertThat(done.at("/invalid").asInt()).isEqualTo(1);
    }

    @Test
    void scoresAreAccepted() throws IOException {
        var done = brokenOffAndTakenOver("scores", """
                board,member,partition,delta,score,message_id,occurred_at,extra
                lessons,%1$d,,5,,%1$d-a,2026-11-18T03:00:00Z,
                lessons,%1$d,,5,,%1$d-b,2026-11-18T03:00:00Z,
                lessons,%1$d,,5,,%1$d-a,2026-11-18T03:00:00Z,
                """);

        assertThat(done.at("/accepted").asInt()).as("%s", done).isEqualTo(2);
        assertThat(done.at("/duplicate").asInt()).as("%s", done).isEqualTo(1);
    }

    @Test
    void balancesAreTakenInWithTheirCounts() throws IOException {
        var done = brokenOffAndTakenOver("balances", """
                user_id,points,source_id
                %1$d,5,a
                %1$d,5,b
                %1$d,5,a
                """);

        assertThat(done.at("/accepted").asInt()).as("%s", done).isEqualTo(2);
        assertThat(done.at("/duplicate").asInt()).as("%s", done).isEqualTo(1);
    }

    private Answer brokenOffAndTakenOver(String kind, String file) throws IOException {
        var bytes = file.formatted(learner).getBytes(StandardCharsets.UTF_8);
        var run = uploads.receive(kind, false, "ops", new ByteArrayInputStream(bytes));
        var dying = spy(checkpoint);
        doAnswer(save -> {
                    if (run.lineReached() > 0) {
                        throw new IllegalStateException("killed");
                    }
                    return save.callRealMethod();
                })
                .when(dying)
                .save(any());
        var imports = new Import(dying, chunks, kinds, delivery, months, properties);

        assertThatIllegalStateException().isThrownBy(() -> imports.run(run, () -> false));
        jdbc.sql("UPDATE import_run SET lease_until = '2009-01-01' WHERE id = ?")
                .param(run.id())
                .update();
        takeover.takeOver();

        return await().until(
                        () -> admin.get("/api/imports/" + run.id()).has(200),
                        answer -> !answer.at("/state").asString().equals("RUNNING"));
    }
}
