package io.streakboard.badges;

import static io.streakboard.support.Api.activity;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.time.YearMonth;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@IntegrationTest
class CredentialIntegrationTests {

    private static final String CREDENTIAL = "/api/badges/saver/levels/200/credential";
    private static final HttpClient ANYBODY = HttpClient.newHttpClient();

    private final long learner = Learners.next();
    private final YearMonth month = Months.next();
    private final String title = "/api/rewards/" + month + "/credential";
    private final Api api;
    private final JsonMapper json;
    private final JdbcClient jdbc;

    CredentialIntegrationTests(Api api, JsonMapper json, JdbcClient jdbc) {
        this.api = api;
        this.json = json;
        this.jdbc = jdbc;
    }

    @Test
    void aBadgeIsACredentialThatAnybodyVerifies() throws Exception {
        act("give");
        var own = api.learner(learner).download(CREDENTIAL);

        assertThat(String.valueOf(own.getHeaders().getContentType())).isEqualTo("application/vc+jwt");
        var credential = verified(new String(own.getBody()));
        assertThat(credential.at("/credentialSubject/id").asString())
                .isEqualTo("https://learn.example.org/learners/" + learner);
        assertThat(credential.at("/issuer/name").asString()).isEqualTo("Example Learning");
        assertThat(isWithdrawn(credential)).isFalse();

        act("withdraw");

        await().untilAsserted(() -> assertThat(isWithdrawn(credential)).isTrue());
        api.learner(learner).get(CREDENTIAL).isProblem(404, "not-found");
    }

    @Test
    void aBadgeThatIsGivenAgainIsANewCredentialAndTheFormerStaysWithdrawn() throws Exception {
        act("give");
        var former = verified(credential());
        act("withdraw");
        await().untilAsserted(() -> assertThat(isWithdrawn(former)).isTrue());

        act("give");

        var again = verified(credential());
        assertThat(again.at("/id").asString()).isNotEqualTo(former.at("/id").asString());
        assertThat(again.at("/credentialStatus/id")).isNotEqualTo(former.at("/credentialStatus/id"));
        assertThat(again.at("/nbf").asLong())
                .isGreaterThanOrEqualTo(former.at("/nbf").asLong());
        await().untilAsserted(() -> assertThat(isWithdrawn(again)).isFalse());
        assertThat(isWithdrawn(former)).isTrue();
        act("give");
        assertThat(verified(credential()).at("/id")).as("given once").isEqualTo(again.at("/id"));
    }

    @Test
    void deletionOfTheLearnerWithdrawsTheCredentialAndLeavesItsNumberOnly() throws Exception {
        act("give");
        var credential = verified(credential());
        assertThat(isWithdrawn(credential)).isFalse();

        api.admin().delete("/api/learners/" + learner).has(202);

        await().untilAsserted(() -> assertThat(isWithdrawn(credential)).isTrue());
        assertThat(jdbc.sql("SELECT COUNT(*) FROM badge_given WHERE user_id = ?")
                        .param(learner)
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(api.admin().actuator("/badges").each("given", "badge")).doesNotContain("");
    }

    @Test
    void aTitleIsACredentialThatIsCheckedWithTheTableAlone() throws Exception {
        var others = List.of(Learners.next(), Learners.next());
        review(learner, 3);
        review(others.getFirst(), 2);
        review(others.getLast(), 1);
        api.learner(learner).get(title).isProblem(404, "not-found");
        var season = api.settle(month).at("/season/id").asLong();
        jdbc.sql("""
                        INSERT INTO board_prize (user_id, edition_id, board, period_key, place, points, title, given_at)
                        VALUES (?, ?, 'points', ?, 1, 0, 'Victor', UTC_TIMESTAMP())
                        """).params(learner, season, month.toString()).update();

        var token = new String(api.learner(learner).download(title).getBody());
        var credential = verified(token);
        jdbc.sql("UPDATE points_board_" + season + " SET user_id = -id WHERE user_id = ?") // as a deletion does
                .param(others.getFirst())
                .update();

        assertThat(credential.at("/credentialSubject/achievement/name").asString())
                .isEqualTo("Victor");
        assertThat(credential.at("/evidence/0/narrative").asString())
                .isEqualTo("Rank 1 with 30 points, reached at " + month
                        + "-10T04:00:00Z; 3 learners have 60 points; SHA-256 " + sha256OfBoard());
        assertThat(credential.has("credentialStatus")).isFalse();
        api.learner(others.getLast()).get(title).isProblem(404, "not-found");
        api.learner(learner).get("/api/rewards/never/credential").isProblem(404, "season-not-found");
    }

    /** As docs/badges.md says. */
    private String sha256OfBoard() throws Exception {
        var rows = new String(api.admin()
                        .download("/api/seasons/" + month + "/board.csv")
                        .getBody())
                .lines()
                .skip(1)
                .map(row -> row.split(",", -1))
                .map(row -> row[0] + "," + row[3] + "," + row[4] + "\n")
                .collect(joining());
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(rows.getBytes(UTF_8)));
    }

    private void review(long reviewer, int number) {
        api.take(IntStream.range(0, number)
                .mapToObj(i -> activity(reviewer, "REVIEW", "r" + i, month + "-10T04:00:00Z"))
                .toList());
    }

    @Test
    void aCredentialIsNoToken() {
        act("give");

        api.bearing(credential()).get("/api/points/today").isProblem(401, "unauthorized");
    }

    @Test
    void thereIsNoneForABadgeThatTheLearnerDoesNotHave() throws Exception {
        act("give");

        api.learner(learner).get("/api/badges/saver/levels/201/credential").isProblem(404, "not-found");
        api.learner(learner).get("/api/badges/regular/levels/5/credential").isProblem(404, "not-found");
        api.learner(learner).get("/api/badges/regular/levels/many/credential").isInvalid("level");
        api.anonymous().get(CREDENTIAL).isProblem(401, "unauthorized");
        assertThat(anybody("/badges/status/999999999").statusCode()).isEqualTo(404);
        assertThat(anybody("/badges/status/-1").statusCode()).isEqualTo(404);
        assertThat(anybody("/badges/status/first").statusCode()).isEqualTo(400);
    }

    private String credential() {
        return new String(api.learner(learner).download(CREDENTIAL).getBody());
    }

    private boolean isWithdrawn(JsonNode credential) throws Exception {
        var address = credential.at("/credentialStatus/statusListCredential").asString();
        var list = verified(anybody(URI.create(address).getPath()).body());
        int index = Integer.parseInt(
                credential.at("/credentialStatus/statusListIndex").asString());
        byte[] bits = new GZIPInputStream(new ByteArrayInputStream(Base64.getUrlDecoder()
                        .decode(list.at("/credentialSubject/encodedList")
                                .asString()
                                .substring(1))))
                .readAllBytes();
        return (bits[index / 8] & 0x80 >> index % 8) != 0;
    }

    /** With the key that the installation publishes. */
    private JsonNode verified(String token) throws Exception {
        var keys = JWKSet.parse(anybody("/.well-known/jwks.json").body());
        var signed = JWSObject.parse(token);
        var key = keys.getKeys().getFirst();
        assertThat(key.isPrivate()).isFalse();
        assertThat(signed.verify(new ECDSAVerifier(key.toECKey()))).isTrue();
        return json.readTree(signed.getPayload().toString());
    }

    private HttpResponse<String> anybody(String path) throws Exception {
        return ANYBODY.send(
                HttpRequest.newBuilder(URI.create(api.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void act(String action) {
        api.admin()
                .actuate("/badges", Map.of("action", action, "learner", learner, "badge", "saver"))
                .has(200);
    }
}
