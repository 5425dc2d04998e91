package io.streakboard.badges.credentials;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.season.Season;
import io.streakboard.start.ConfigurationCheck;
import io.streakboard.start.StartRefused;
import io.streakboard.web.Features;
import io.streakboard.web.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Badges and titles as credentials of <a href="https://www.imsglobal.org/spec/ob/v3p0">Open Badges 3.0</a>, signed as
 * VC-JWT, and the <a href="https://www.w3.org/TR/vc-bitstring-status-list/">status lists</a> that say which badges were
 * withdrawn. All ids begin with the address of this installation.
 */
@Component
public class Credentials implements Features, ConfigurationCheck {

    public static final MediaType VC_JWT = new MediaType("application", "vc+jwt");

    /** Credentials of a status list: the minimum of the standard, so that a list does not identify a holder. */
    public static final int LIST_SIZE = 131_072;

    private static final String CREDENTIALS = "https://www.w3.org/ns/credentials/v2";
    private static final String OPEN_BADGES = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";
    private static final Pattern ADDRESS = Pattern.compile("https://\\S{1,500}(?<!/)");

    private final @Nullable SigningKey key;
    private final String issuer;
    private final String name;
    private final LearnerKeys keys;
    private final JsonMapper json;

    Credentials(CredentialProperties properties, LearnerKeys keys, JsonMapper json) {
        this.keys = keys;
        this.key = properties.key() == null ? null : key(properties.key());
        this.issuer = String.valueOf(properties.issuer());
        this.name = properties.issuerName();
        this.json = json;
        if (key != null && !ADDRESS.matcher(issuer).matches()) {
            throw refused("issuer: must be an https address without a slash at its end");
        }
    }

    @Override
    public List<String> features() {
        return key == null ? List.of() : List.of("credentials");
    }

    /** The constructor has checked it. */
    @Override
    public void check() {}

    private static SigningKey key(String text) {
        try {
            return SigningKey.parse(text);
        } catch (IllegalArgumentException mistake) {
            throw refused("key: " + mistake.getMessage());
        }
    }

    private static StartRefused refused(String mistake) {
        return new StartRefused(
                "streakboard.badges." + mistake, "Change this property; docs/badges.md says what it means.");
    }

    /** @throws Problem if there is no key; checked before any query */
    public void requireKey() {
        key();
    }

    private SigningKey key() {
        if (key == null) {
            throw Problem.notFound("Credentials are off: streakboard.badges.key is not set");
        }
        return key;
    }

    /** The keys that verify credentials, as a JWK set. */
    public String keys() {
        return key().published();
    }

    /**
     * The credential of a badge that a learner was given.
     *
     * @param number of the credential, which the status lists count
     */
    public String of(long number, long learner, Instant givenAt, Achievement achievement) {
        var credential = credential("/badges/credentials/" + number, "OpenBadgeCredential", givenAt, OPEN_BADGES);
        achieved(credential, learner, achievement);
        var list = issuer + list(number / LIST_SIZE);
        long index = number % LIST_SIZE;
        credential
                .putObject("credentialStatus")
                .put("id", list + "#" + index)
                .put("type", "BitstringStatusListEntry")
                .put("statusPurpose", "revocation")
                .put("statusListIndex", Long.toString(index))
                .put("statusListCredential", list);
        return signed(credential);
    }

    /**
     * The credential of a title of a settled season. Titles cannot be revoked: no {@code credentialStatus}.
     *
     * @param evidence of the learner's rank
     */
    String of(Season season, long learner, String title, String evidence) {
        var path = "/seasons/" + season.id() + "/titles";
        var credential =
                credential(path + "/" + keys.key(learner), "OpenBadgeCredential", season.endsAt(), OPEN_BADGES);
        achieved(
                credential,
                learner,
                new Achievement(
                        path,
                        title,
                        title + " of the season " + season.name(),
                        "A rank in the settled table of the season",
                        null));
        credential
                .putArray("evidence")
                .addObject()
                .put("narrative", evidence)
                .putArray("type")
                .add("Evidence");
        return signed(credential);
    }

    private void achieved(ObjectNode credential, long learner, Achievement achievement) {
        credential.put("name", achievement.name());
        var shown = subject(credential, issuer + "/learners/" + keys.key(learner), "AchievementSubject")
                .putObject("achievement")
                .put("name", achievement.name());
        shown.putArray("type").add("Achievement");
        shown.put("id", issuer + achievement.path())
                .put("description", achievement.description())
                .putObject("criteria")
                .put("narrative", achievement.criteria());
        if (achievement.image() != null) {
            shown.putObject("image").put("id", achievement.image()).put("type", "Image");
        }
    }

    /** @param withdrawn the numbers of the list's credentials that were withdrawn */
    public String statusList(long list, List<Long> withdrawn, Instant now) {
        var bits = new byte[LIST_SIZE / Byte.SIZE];
        for (long number : withdrawn) {
            int index = (int) (number % LIST_SIZE);
            bits[index / Byte.SIZE] |= (byte) (0x80 >> index % Byte.SIZE); // the first bit is the leftmost
        }
        var credential = credential(list(list), "BitstringStatusListCredential", now);
        subject(credential, issuer + list(list) + "#list", "BitstringStatusList")
                .put("statusPurpose", "revocation")
                .put(
                        "encodedList",
                        "u" + Base64.getUrlEncoder().withoutPadding().encodeToString(zipped(bits)));
        return signed(credential);
    }

    private ObjectNode credential(String path, String type, Instant validFrom, String... contexts) {
        var credential = json.createObjectNode()
                .put("id", issuer + path)
                .put("validFrom", validFrom.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("iss", issuer)
                .put("jti", issuer + path)
                .put("nbf", validFrom.getEpochSecond());
        var context = credential.putArray("@context").add(CREDENTIALS);
        List.of(contexts).forEach(context::add);
        credential.putArray("type").add("VerifiableCredential").add(type);
        credential
                .putObject("issuer")
                .put("id", issuer)
                .put("name", name)
                .putArray("type")
                .add("Profile");
        return credential;
    }

    private static ObjectNode subject(ObjectNode credential, String id, String type) {
        credential.put("sub", id);
        var subject = credential.putObject("credentialSubject").put("id", id);
        subject.putArray("type").add(type);
        return subject;
    }

    private String signed(ObjectNode credential) {
        return key().sign(json.writeValueAsString(credential));
    }

    private static String list(long list) {
        return "/badges/status/" + list;
    }

    private static byte[] zipped(byte[] bits) {
        var zipped = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(zipped)) {
            gzip.write(bits);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return zipped.toByteArray();
    }
}
